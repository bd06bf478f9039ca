/* One of the two numbers is made unsigned int first, and then all is done modulo 2 to the 32. */
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void)
{
    unsigned short a = __VERIFIER_nondet_ushort();
    unsigned short b = __VERIFIER_nondet_ushort();
    unsigned product = (unsigned)a * b;

    return product == 15;
}
