/* _Atomic(type) as a type specifier, on integers, pointers, struct members and through
 * a typedef; an unsigned char counter wraps modulo 256 also when atomic. */
#include <assert.h>
#include <pthread.h>

typedef unsigned char byte;
typedef _Atomic(byte) atomic_byte;

struct stats { _Atomic(long) sum; _Atomic(struct stats *) next; };

static struct stats a = { 5 }, b;
static atomic_byte wrap = 250;

static void *work(void *arg)
{
    struct stats *s = arg;
    s->sum += 10;
    s->next = &b;
    wrap += 4;
    return 0;
}

int main(void)
{
    pthread_t t;
    struct stats *n;

    pthread_create(&t, 0, work, &a);
    wrap += 4;
    a.sum -= 1;
    n = a.next;
    assert(n == 0 || n == &b);
    pthread_join(t, 0);
    assert(a.sum == 14 && a.next == &b);
    assert(wrap == 2);
    assert(sizeof(atomic_byte) == 1 && sizeof(_Atomic(long)) == 8);
    return 0;
}
