/* The absolute value as one writes it by hand: the smallest number comes through the test for negative ones. */
extern int __VERIFIER_nondet_int(void);

static int absolute(int x)
{
    return x < 0 ? -x : x;
}

int main(void)
{
    return absolute(__VERIFIER_nondet_int()) == 3;
}
