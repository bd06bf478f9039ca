/* The same sum from the last one down. */
static int sum(const int *numbers, int count)
{
    int sum = 0;

    while (count-- > 0)
        sum = sum ^ numbers[count];
    return sum;
}

int main(void)
{
    int numbers[3] = { 1, 2, 3 };

    return sum(numbers, 3);
}
