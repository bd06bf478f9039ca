// A deterministic use of threads, locks, condition variables, keys and once.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int turn, sum, made, destroyed;
static __thread int mine = 5;

static void destroy(void *p) { destroyed += (int)(long)p; }
static void make(void) { made++; pthread_key_create(&key, destroy); }

static void *worker(void *arg) {
    int number = (int)(long)arg;
    pthread_once(&once, make);
    pthread_setspecific(key, (void *)(long)(number + 1));
    mine += number;
    pthread_mutex_lock(&m);
    while (turn != number) pthread_cond_wait(&c, &m);
    sum = sum * 10 + mine;
    turn++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    if (number == 2) pthread_exit((void *)99L);
    return arg;
}

int main(void) {
    pthread_t t[3];
    void *result;
    for (long i = 2; i >= 0; i--) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 3; i++) {
        pthread_join(t[i], &result);
        printf("%ld\n", (long)result);
    }
    printf("%d %d %d %d\n", sum, made, destroyed, mine);
    return 0;
}
