/* With 64 bits a long has room for four billions. The program before is the same one with 32 bits. */
int main(void)
{
    long amount = 2000000000;
    long twice = amount + amount;

    return twice == 0;
}
