/* The variable belongs to the function's block. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int fallback = 1, local;
    int *number = &fallback;

    if (__VERIFIER_nondet_int()) {
        local = 2;
        number = &local;
    }
    return *number;
}
