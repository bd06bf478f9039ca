/* Pointers as integers: a flag kept in the low bit of an aligned pointer, cleared before
 * the pointer is used, the way lock-free lists mark deleted nodes. */
#include <assert.h>
#include <stdint.h>

struct node { int v; uintptr_t next; };

static int marked(uintptr_t p) { return p & 1; }
static struct node *strip(uintptr_t p) { return (struct node *)(p & ~(uintptr_t)1); }

int main(void)
{
    struct node c = { 3, 0 };
    struct node b = { 2, (uintptr_t)&c };
    struct node a = { 1, (uintptr_t)&b };
    int sum = 0;

    b.next |= 1;                /* b is deleted */
    assert(marked(b.next) && !marked(a.next));
    assert(strip(b.next) == &c && strip(a.next)->v == 2);
    for (struct node *n = &a; n; n = strip(n->next))
        if (!marked(n->next))
            sum += n->v;
    assert(sum == 4);
    b.next &= ~(uintptr_t)1;
    assert((struct node *)b.next == &c);
    assert((uintptr_t)&a.next - (uintptr_t)&a == 8);
    assert((void *)(intptr_t)0 == (void *)0);
    return 0;
}
