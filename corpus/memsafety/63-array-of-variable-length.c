/* An array of variable length has as many elements as the number says when it is declared. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();

    if (count < 1 || count > 3)
        return 0;

    int numbers[count];

    for (int i = 0; i < count; i++)
        numbers[i] = i;
    count = 100;
    return numbers[sizeof numbers / sizeof *numbers - 1];
}
