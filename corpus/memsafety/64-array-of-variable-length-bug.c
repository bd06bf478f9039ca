/* The number is changed later, the array is not. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();

    if (count < 1 || count > 3)
        return 0;

    int numbers[count];

    count++;
    for (int i = 0; i < count; i++)
        numbers[i] = i;
    return numbers[0];
}
