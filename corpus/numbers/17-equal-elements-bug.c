// qsort need not keep the order of equal elements.
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
    struct item items[2] = { { 1, 1 }, { 1, 2 } };
    qsort(items, 2, sizeof items[0], by_key);
    assert(items[0].value == 1);
    return 0;
}
