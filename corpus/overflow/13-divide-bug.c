/* Zero is excluded, minus one is not: INT_MIN / -1 is one more than INT_MAX. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int total = __VERIFIER_nondet_int();
    int parts = __VERIFIER_nondet_int();

    if (parts == 0)
        return 0;
    return total / parts == 5;
}
