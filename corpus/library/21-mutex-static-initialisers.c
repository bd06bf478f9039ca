/* The three static initialisers: the kind of the mutex is in the initial value, so the
 * recursive one nests and the error-checking one reports EDEADLK. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static struct { int n; pthread_mutex_t lock; } account[2] = {
    { 1, PTHREAD_MUTEX_INITIALIZER },
    { 2, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP },
};
static pthread_mutex_t zeroed;          /* all zero bytes: the same as normal on Linux */

int main(void)
{
    assert(pthread_mutex_lock(&normal) == 0);
    assert(pthread_mutex_trylock(&normal) == EBUSY);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_trylock(&recursive) == 0);
    assert(pthread_mutex_lock(&checking) == 0);
    assert(pthread_mutex_lock(&checking) == EDEADLK);
    assert(pthread_mutex_lock(&account[0].lock) == 0);
    assert(pthread_mutex_trylock(&account[0].lock) == EBUSY);
    assert(pthread_mutex_lock(&account[1].lock) == 0);
    assert(pthread_mutex_lock(&account[1].lock) == 0);
    assert(pthread_mutex_trylock(&zeroed) == 0);
    assert(pthread_mutex_trylock(&zeroed) == EBUSY);
    assert(account[0].n + account[1].n == 3);
    return 0;
}
