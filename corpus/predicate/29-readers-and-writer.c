/* A reader-writer lock made of a mutex, a number of readers and a flag for the writer; nobody waits, all try again.
 * What must be found: while there is a reader the writer is not inside, so the version cannot change under the reader. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned readers;
static _Bool writing;
static unsigned version;

static void *writer(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        _Bool mine = readers == 0 && !writing;
        if (mine)
            writing = 1;
        pthread_mutex_unlock(&lock);
        if (!mine)
            continue;
        version += __VERIFIER_nondet_uint();
        pthread_mutex_lock(&lock);
        writing = 0;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        _Bool mine = !writing;
        if (mine)
            readers++;
        pthread_mutex_unlock(&lock);
        if (!mine)
            continue;
        unsigned first = version;
        unsigned second = version;
        assert(first == second);
        pthread_mutex_lock(&lock);
        readers--;
        pthread_mutex_unlock(&lock);
    }
}
