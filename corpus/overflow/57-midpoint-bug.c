/* The middle of a range by the half of the sum, as in many a binary search. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();

    if (low < 0 || high < low)
        return 0;
    return (low + high) / 2 == 77;
}
