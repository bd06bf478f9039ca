/* Half of the distance does not do where the range may begin below zero: the distance itself does not fit. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();

    if (high < low)
        return 0;
    return low + (high - low) / 2 == 77;
}
