/* The absolute value as an unsigned number: the conversion comes before the minus, which then wraps as it should. */
extern int __VERIFIER_nondet_int(void);

static unsigned absolute(int x)
{
    return x < 0 ? -(unsigned)x : (unsigned)x;
}

int main(void)
{
    return absolute(__VERIFIER_nondet_int()) == 3;
}
