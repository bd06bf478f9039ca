/* The smallest number has no counterpart: minus INT_MIN does not fit. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = -x;

    return y == 7;
}
