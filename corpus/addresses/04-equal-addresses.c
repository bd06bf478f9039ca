/* Equality of addresses of objects that are alive at the same time depends on the objects
 * only, whatever way the addresses took: through integers, through memory, byte by byte.
 * TRUE. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct node {
    int value;
    struct node *next;
};

static struct node first, second;
static struct node *_Atomic shared = &first;
static int one(void) { return 1; }
static int two(void) { return 2; }

static void copy(void *to, const void *from, unsigned bytes)
{
    char *d = to;
    const char *s = from;
    while (bytes--)
        *d++ = *s++;
}

static void *swap(void *arg)
{
    struct node *old = &first;
    assert(arg == &second);
    __atomic_compare_exchange_n(&shared, &old, arg, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct node *a = &first, *b;
    void *result;
    int (*f)(void) = one;

    copy(&b, &a, sizeof b);
    assert(a == b && a != &second && f != two && f == one);
    assert((struct node *)(uintptr_t)a == a);
    a->next = &second;
    assert((struct node *)((char *)&a->next - offsetof(struct node, next)) == a);
    pthread_create(&thread, 0, swap, &second);
    pthread_join(thread, &result);
    assert(result == &second && shared == &second);
    return 0;
}
