/* The difference of two numbers that are not negative lies between -INT_MAX and INT_MAX. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int stock = __VERIFIER_nondet_int();
    int taken = __VERIFIER_nondet_int();

    if (taken < 0 || stock < 0)
        return 0;
    stock = stock - taken;
    return stock == 0;
}
