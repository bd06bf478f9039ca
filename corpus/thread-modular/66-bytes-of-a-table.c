/* Bytes of a table are set to inputs, or to what is left of the result of a lock. A byte is never an address, so each is one
 * unknown number whoever has written it last; told apart by which of them are known, there would be 256 tables. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned char table[8];

static int below(int limit)
{
    int number = __VERIFIER_nondet_int();

    __VERIFIER_assume(0 <= number && number < limit);
    return number;
}

static void *setter(void *unused)
{
    int value = pthread_mutex_lock(&mutex);
    int at = below(8);

    table[at] = value;
    value = below(4);
    table[at] = value;
    if (table[at] != value)
        reach_error();
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *looker(void *unused)
{
    int at = below(8);

    pthread_mutex_lock(&mutex);
    if (table[at] != table[at])
        reach_error();
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t first, second;

    pthread_create(&first, 0, setter, 0);
    pthread_create(&second, 0, looker, 0);
    return 0;
}
