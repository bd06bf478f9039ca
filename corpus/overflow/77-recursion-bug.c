/* Each call triples what the next one returns, and adds one: 20 calls deep the number does not fit. */
static int grow(int depth)
{
    if (depth == 0)
        return 1;
    return 3 * grow(depth - 1) + 1;
}

int main(void)
{
    return grow(20) == 0;
}
