/* The container_of idiom on an intrusive list: from a pointer to the embedded link the
 * enclosing object is found by subtracting the member's offset. */
#include <assert.h>
#include <stddef.h>

#define container_of(ptr, type, member) ({                      \
        const typeof(((type *)0)->member) *p_ = (ptr);          \
        (type *)((char *)p_ - offsetof(type, member)); })

struct link { struct link *next, *prev; };

struct task {
    int priority;
    struct link node;
    char name;
};

static struct link head = { &head, &head };

static void append(struct link *n)
{
    n->next = &head;
    n->prev = head.prev;
    head.prev->next = n;
    head.prev = n;
}

static void unlink_node(struct link *n)
{
    n->prev->next = n->next;
    n->next->prev = n->prev;
}

static int sum(void)
{
    int s = 0;
    for (struct link *l = head.next; l != &head; l = l->next)
        s += container_of(l, struct task, node)->priority;
    return s;
}

int main(void)
{
    struct task a = { .priority = 1, .name = 'a' };
    struct task b = { .priority = 20, .name = 'b' };
    struct task c = { .priority = 300, .name = 'c' };

    assert(sum() == 0);
    append(&a.node);
    append(&b.node);
    append(&c.node);
    assert(sum() == 321);
    assert(container_of(head.next->next, struct task, node) == &b);
    assert(container_of(head.prev, struct task, node)->name == 'c');
    unlink_node(&b.node);
    assert(sum() == 301);
    assert(a.node.next == &c.node && c.node.prev == &a.node);
    return 0;
}
