/* With 32 bits a long cannot hold all of unsigned int, so the sum of the two is an unsigned long: it wraps. With 64 bits (30) it overflows. */
int main(void)
{
    long top = 2147483647L;
    unsigned one = 1;
    unsigned result = top + one;

    return result == 0;
}
