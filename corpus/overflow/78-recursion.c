/* One call less deep: (3 to the 20 minus 1) / 2 is 1743392200. */
static int grow(int depth)
{
    if (depth == 0)
        return 1;
    return 3 * grow(depth - 1) + 1;
}

int main(void)
{
    return grow(19) != 1743392200;
}
