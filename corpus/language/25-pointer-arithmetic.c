/* Pointer arithmetic is scaled by the pointed-to size; differences, comparisons,
 * one-past-the-end, increments inside expressions and round trips through char* behave
 * as on the machine. */
#include <assert.h>
#include <stddef.h>

struct item { int key; char name[12]; };

static int data[6] = { 5, 4, 3, 2, 1, 0 };

static int *find(int *first, int *last, int v)
{
    while (first != last && *first != v)
        ++first;
    return first;
}

int main(void)
{
    int *p = data, *end = data + 6;
    struct item items[3];
    struct item *it = items;
    ptrdiff_t d;

    assert(find(data, end, 2) - data == 3);
    assert(find(data, end, 9) == end);
    assert(*p++ == 5 && *p == 4);
    assert(*++p == 3);
    assert((*p)++ == 3 && *p == 4);
    assert(p[-2] == 5 && *(p + 3) == 0);
    assert(--p == &data[1]);
    assert(p > data && p < end && end >= &data[5]);
    p += 3;
    p -= 1;
    assert(p - data == 3);
    d = data - end;
    assert(d == -6);
    assert(&data[6] == end);
    assert(&*p == p && &p[2] == p + 2);

    assert((char *)(it + 1) - (char *)it == 16);
    assert((struct item *)((char *)items + 32) - items == 2);
    assert(&(it + 2)->key == (int *)((char *)items + 2 * sizeof *it));

    p = NULL;
    assert(!p && p == 0);
    assert((p ? *p : -1) == -1);
    return 0;
}
