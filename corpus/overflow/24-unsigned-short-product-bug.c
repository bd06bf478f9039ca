/* Two numbers of type unsigned short are multiplied. Both become int, which is signed: 65535 * 65535 does not fit. */
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned short b = __VERIFIER_nondet_ushort();
    unsigned product = a * b;

    return product == 15;
}
