/* Twenty factorial is the last one that fits into 64 bits. */
int main(void)
{
    long long product = 1;

    for (int i = 2; i <= 20; i++)
        product = product * i;
    return product == 0;
}
