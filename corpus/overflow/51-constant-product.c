/* The first operand makes the product one of long longs. */
int main(void)
{
    const int hours = 24;
    long long microseconds = 1000LL * 1000 * 60 * 60 * hours;

    return microseconds != 86400000000;
}
