/* Three factors of 32 bits do not fit into 64. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    long long wide = __VERIFIER_nondet_int();

    wide = wide * wide;
    wide = wide * 4;
    return wide == 0;
}
