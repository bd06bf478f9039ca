/* All loop forms with break and continue: continue in a do-while jumps to its test, in
 * a for to its increment; empty parts of a for; comma in a for; a scope per iteration. */
#include <assert.h>

static int do_continue(void)
{
    int n = 0, i = 0;
    do {
        i++;
        if (i % 2)
            continue;
        n += i;
    } while (i < 6);
    return n;
}

static int collatz(unsigned n)
{
    int steps = 0;
    for (; n != 1; steps++) {
        if (n % 2 == 0) {
            n /= 2;
            continue;
        }
        n = 3 * n + 1;
    }
    return steps;
}

static int is_prime(int n)
{
    int d;
    for (d = 2; d * d <= n; d++)
        if (n % d == 0)
            break;
    return n > 1 && d * d > n;
}

int main(void)
{
    int i, j, count = 0;

    assert(do_continue() == 12);
    assert(collatz(6) == 8);
    for (i = 0; i < 12; i++)
        if (is_prime(i))
            count++;
    assert(count == 5);

    for (i = 0, j = 10; i < j; i++, j--)
        ;
    assert(i == 5 && j == 5);
    for (;;) {
        while (1) {
            if (++i > 7)
                break;
        }
        break;
    }
    assert(i == 8);
    while (i --> 5)
        continue;
    assert(i == 4);
    do i++; while (0);
    assert(i == 5);
    for (int i = 0; i < 2; i++) {
        int i = 50;
        j += i;
    }
    assert(i == 5 && j == 105);
    while (0)
        assert(0);
    return 0;
}
