/* Two inputs are added without any guard: both may be the largest number. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int sum = a + b;

    return sum == 0;
}
