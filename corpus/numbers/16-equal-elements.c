// qsort brings equal elements together, in any order.
#include <assert.h>
#include <stdlib.h>

struct item {
    int key;
    int value;
};

static int by_key(const void *a, const void *b)
{
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void)
{
    struct item items[3] = { { 2, 1 }, { 1, 2 }, { 2, 3 } };
    qsort(items, 3, sizeof items[0], by_key);
    assert(items[0].value == 2 && items[1].value + items[2].value == 4);
    return 0;
}
