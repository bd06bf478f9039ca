/* As an unsigned number a negative index is a large one, and fails the test for the upper bound. */
extern int __VERIFIER_nondet_int(void);

static int table[8];

int main(void)
{
    int at = __VERIFIER_nondet_int();

    if ((unsigned)at >= 8)
        return 0;
    return table[at];
}
