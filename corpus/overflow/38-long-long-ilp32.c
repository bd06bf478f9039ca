/* A long long has 64 bits with 32-bit addresses, too, and its constants as well: 2147483648 is a long long here. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    long long wide = __VERIFIER_nondet_int();

    wide = wide * 2147483647 + 2147483648;
    wide -= -2147483648;
    return wide == 0;
}
