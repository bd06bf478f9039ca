/* The distance in elements is small; the distance in units that somebody else has chosen is not. */
int main(void)
{
    int table[5] = { 0 };
    int *first = table, *last = &table[4];
    int elements = last - first;
    int scaled = elements * 600000000;

    return scaled == 0;
}
