/* Double-checked locking with a plain flag. Under sequential consistency it works (the flag is set last), but
 * the first check reads the flag without the lock while another thread writes it: a data race. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int table[2];

static void init_table(void)
{
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
            table[0] = 10;
            table[1] = 20;
            ready = 1;
        }
        pthread_mutex_unlock(&lock);
    }
}

static void *user(void *arg)
{
    init_table();
    assert(table[(long)arg] == 10 * ((int)(long)arg + 1));
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, user, (void *)0L);
    pthread_create(&b, NULL, user, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
