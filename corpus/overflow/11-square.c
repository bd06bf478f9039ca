/* The largest square in an int is that of 46340. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int side = __VERIFIER_nondet_int();

    if (side < -46340 || side > 46340)
        return 0;
    return side * side == 49;
}
