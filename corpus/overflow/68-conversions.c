/* A number that does not fit into the type it is converted to: up to the implementation, and no overflow. */
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long wide = __VERIFIER_nondet_long();
    int narrow = (int)wide;
    short shorter = wide;
    signed char shortest = narrow;
    int from_unsigned = (int)4000000000u;
    int shifted = narrow >> 3;

    return (narrow ^ shorter ^ shortest ^ from_unsigned ^ shifted) == 1;
}
