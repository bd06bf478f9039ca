/* Months count from one, arrays from zero. */
static const int days[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static int days_of(int month)
{
    return days[month];
}

int main(void)
{
    int sum = 0;

    for (int month = 1; month <= 12; month++)
        sum = sum ^ days_of(month);
    return sum;
}
