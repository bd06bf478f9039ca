/* 46341 squared is 2147488281, which is more than INT_MAX. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int side = __VERIFIER_nondet_int();

    if (side < 0 || side > 46341)
        return 0;
    return side * side == 49;
}
