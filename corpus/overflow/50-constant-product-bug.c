/* All operands are constants, and the product is one of ints nevertheless: a day has 86,400,000,000 microseconds. */
int main(void)
{
    const int hours = 24;
    long long microseconds = hours * 60 * 60 * 1000 * 1000;

    return microseconds == 86400000000;
}
