/* With 32 bits a long is no wider than an int: two billions twice are too many. The next program is the same one with 64 bits. */
int main(void)
{
    long amount = 2000000000;
    long twice = amount + amount;

    return twice == 0;
}
