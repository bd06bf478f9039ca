/* Enumeration constants are ints: one more than the last one overflows. */
enum priority { LOWEST = 1, HIGHEST = 2147483647 };

int main(void)
{
    int level = LOWEST;

    while (level < HIGHEST)
        level = level + (HIGHEST - level + 1) / 2;
    level = level + LOWEST;
    return level == 0;
}
