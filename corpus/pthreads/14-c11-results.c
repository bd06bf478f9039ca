// Results of threads.h are thrd_error where POSIX has an error number.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

int main(void)
{
    mtx_t mutex;
    tss_t key;
    mtx_init(&mutex, mtx_recursive);
    assert(mtx_lock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_success);
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
    assert(mtx_unlock(&mutex) == thrd_error);
    mtx_init(&mutex, mtx_plain);
    assert(mtx_lock(&mutex) == thrd_success && mtx_trylock(&mutex) == thrd_busy);
    assert(tss_create(&key, 0) == thrd_success);
    tss_delete(key);
    assert(tss_set(key, 0) == thrd_error);
    return 0;
}
