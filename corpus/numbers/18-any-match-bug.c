// Of several elements that equal the key bsearch may find any.
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
    struct item items[3] = { { 1, 1 }, { 1, 2 }, { 1, 3 } };
    struct item key = { 1, 0 };
    struct item *found = bsearch(&key, items, 3, sizeof items[0], by_key);
    assert(found && found->value != 3);
    return 0;
}
