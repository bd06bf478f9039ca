/* The index leaves the array inside of the last record, and with it the whole object. */
struct pair { int value[2]; };

static struct pair pairs[3];

static int value_of(int pair, int at)
{
    return pairs[pair].value[at];
}

int main(void)
{
    int sum = 0;

    for (int pair = 0; pair < 3; pair++)
        sum += value_of(pair, 1);
    return sum + value_of(2, 2);
}
