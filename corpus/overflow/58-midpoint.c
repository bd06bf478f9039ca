/* The middle of a range by half of the distance. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();

    if (low < 0 || high < low)
        return 0;
    return low + (high - low) / 2 == 77;
}
