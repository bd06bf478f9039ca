/* The block that the variable belongs to has ended. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int fallback = 1;
    int *number = &fallback;

    if (__VERIFIER_nondet_int()) {
        int local = 2;

        number = &local;
    }
    return *number;
}
