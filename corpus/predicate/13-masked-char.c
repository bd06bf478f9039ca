/* A byte counts round modulo 64 in steps of any size.
 * What must be found: the two upper bits of the byte are nought, so that it never becomes negative. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    signed char slot = 0;

    while (1) {
        unsigned step = (unsigned)__VERIFIER_nondet_int();
        slot = (signed char)(((unsigned)slot + step) & 0x3f);
        if (slot < 0 || slot >= 64)
            reach_error();
        if (__VERIFIER_nondet_int())
            slot = (signed char)(slot >> 1);
    }
}
