/* The sum of a local array takes in one element that is not there. */
static int sum(const int *numbers, int count)
{
    int sum = 0;

    for (int i = 0; i <= count; i++)
        sum = sum ^ numbers[i];
    return sum;
}

int main(void)
{
    int numbers[3] = { 1, 2, 3 };

    return sum(numbers, 3);
}
