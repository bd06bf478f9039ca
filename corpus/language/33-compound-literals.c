/* Compound literals: unnamed objects with the block's lifetime, addressable and
 * modifiable, fresh on each evaluation; at file scope they are static. */
#include <assert.h>

struct point { int x, y; };

static int *const table = (int[]) { 2, 3, 5, 7 };
static const struct point *const origin = &(struct point) { .y = 4 };

static int norm1(struct point p)
{
    return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y);
}

static int sum(const int *a, int n) { return n ? *a + sum(a + 1, n - 1) : 0; }

int main(void)
{
    struct point *p = &(struct point) { 1, 2 };
    struct point q;
    int *a = (int[3]) { 9 };
    int total = 0;

    assert(sum(table, 4) == 17);
    table[0] = 1;
    assert(sum(table, 4) == 16);
    assert(origin->x == 0 && origin->y == 4);

    p->x = 10;
    assert(p->x == 10 && p->y == 2);
    q = (struct point) { .y = p->x, .x = p->y };
    assert(q.x == 2 && q.y == 10);
    assert(norm1((struct point) { -3, 4 }) == 7);
    assert(a[0] == 9 && a[1] == 0 && a[2] == 0);

    for (int i = 0; i < 3; i++) {
        int *fresh = (int[2]) { i };
        total += fresh[0] + fresh[1];
        fresh[1] = 100;                 /* gone by the next round */
    }
    assert(total == 3);
    assert((int) { 5 } + 1 == 6);
    assert(sizeof((char[]) { "four" }) == 5);
    assert(((union { int i; unsigned char b[4]; }) { 0x0102 }).b[1] == 1);
    return 0;
}
