/* qsort leaves equal elements in any order (C11 7.22.5.2): which of them comes first is not. */
#include <assert.h>
#include <stdlib.h>

struct pair {
    int key, value;
};

int order(const void *a, const void *b)
{
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

int main(void)
{
    struct pair p[3] = { {1, 1}, {1, 2}, {0, 3} };
    qsort(p, 3, sizeof p[0], order);
    assert(p[0].value == 3 && p[1].key == 1);
    assert(p[1].value == 1);
    return 0;
}
