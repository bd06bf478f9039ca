/* The sum of two positive numbers may be negative: it wraps around. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = 2147483647;

    if (a > 0 && a < 100 && a + b < 0)
        reach_error();
    return 0;
}
