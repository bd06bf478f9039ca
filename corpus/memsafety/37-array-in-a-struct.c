/* All indices stay inside of their array. */
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
        for (int at = 0; at < 2; at++)
            sum += value_of(pair, at);
    return sum;
}
