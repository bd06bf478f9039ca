/* A shift of constants, which a compiler computes itself: 1 << 31 is 2 to the power of 31, one more than the largest number of type
 * int (C11 6.5.7p4; gcc -fsanitize=shift says so when it runs). */
int main(void)
{
    int mask = 1 << 31;

    return mask == 0;
}
