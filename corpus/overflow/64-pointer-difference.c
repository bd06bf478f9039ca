/* Differences of pointers into an array, negative ones as well, are small numbers; so are indices before the pointer. */
int main(void)
{
    int table[5] = { 1, 2, 3, 4, 5 };
    int *first = table, *last = &table[4];
    long forward = last - first, back = first - last;
    int distance = (int)(forward - back) * 2;

    return distance == 16 && last[-4] == 1 && -back == forward ? 0 : 1;
}
