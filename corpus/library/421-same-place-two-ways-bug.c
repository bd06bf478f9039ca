/* The same assertion fails behind a pipe, which is not modelled exactly, and without it. Both ways lead to the same
 * state, and the shorter one does not count.  FALSE. */
#include <assert.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static int done;

static int slowly(void)
{
    int i, n = 0;

    for (i = 0; i < 30; i++)
        n++;
    return n == 30;
}

static void quickly(void)
{
    char c = 'x';

    if (write(1, &c, 1) != 1)
        done = 1;
}

int main(void)
{
    int p[2];

    if (__VERIFIER_nondet_int()) {
        if (pipe(p) != 0 || write(p[1], "a", 1) != 1)
            done = 1;
    } else if (slowly()) {
        done = 1;
    } else {
        quickly();
    }
    assert(!done);
    return 0;
}
