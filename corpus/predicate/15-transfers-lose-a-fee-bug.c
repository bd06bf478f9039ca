/* As its right twin, but the second direction keeps a fee of one for amounts above a hundred, and the sum shrinks. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int account[2] = {600, 400};

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int amount = __VERIFIER_nondet_int();
        if (amount < 0)
            continue;
        if (__VERIFIER_nondet_int()) {
            if (amount <= account[0]) {
                account[0] -= amount;
                account[1] += amount;
            }
        } else if (amount <= account[1]) {
            account[1] -= amount;
            account[0] += amount > 100 ? amount - 1 : amount;
        }
    }
    assert(account[0] + account[1] == 1000);
    return 0;
}
