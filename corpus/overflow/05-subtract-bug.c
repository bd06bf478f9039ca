/* What is taken is known not to be negative, but the stock may be: a negative number minus a large one does not fit. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int stock = __VERIFIER_nondet_int();
    int taken = __VERIFIER_nondet_int();

    if (taken < 0)
        return 0;
    stock = stock - taken;
    return stock == 0;
}
