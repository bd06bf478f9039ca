/* qsort calls the user's comparison function and leaves a sorted permutation; bsearch
 * finds an element or returns NULL. */
#include <assert.h>
#include <stdlib.h>

struct item { int key; char tag; };

static int calls;

static int by_key(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    calls++;
    return (x->key > y->key) - (x->key < y->key);
}

static int descending(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

int main(void)
{
    struct item items[] = { { 3, 'c' }, { 1, 'a' }, { 2, 'b' } };
    struct item key = { 2, '?' }, missing = { 9, '?' }, *hit;
    int n[] = { 4, 1, 3 };

    qsort(items, 3, sizeof *items, by_key);
    assert(items[0].tag == 'a' && items[1].tag == 'b' && items[2].tag == 'c');
    assert(calls >= 2);
    hit = bsearch(&key, items, 3, sizeof *items, by_key);
    assert(hit == &items[1] && hit->tag == 'b');
    assert(bsearch(&missing, items, 3, sizeof *items, by_key) == NULL);
    qsort(n, 3, sizeof n[0], descending);
    assert(n[0] == 4 && n[1] == 3 && n[2] == 1);
    return 0;
}
