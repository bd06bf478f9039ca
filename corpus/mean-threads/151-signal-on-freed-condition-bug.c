// The waiter may see the flag, destroy and free the object before the signaller calls pthread_cond_signal on it.
#include <pthread.h>
#include <stdlib.h>
struct job { pthread_mutex_t m; pthread_cond_t c; int done; };
static void *finish(void *p) {
    struct job *j = p;
    pthread_mutex_lock(&j->m);
    j->done = 1;
    pthread_mutex_unlock(&j->m);
    pthread_cond_signal(&j->c);
    return 0;
}
int main(void) {
    struct job *j = malloc(sizeof *j);
    pthread_t t;
    pthread_mutex_init(&j->m, 0);
    pthread_cond_init(&j->c, 0);
    j->done = 0;
    pthread_create(&t, 0, finish, j);
    pthread_mutex_lock(&j->m);
    while (!j->done) pthread_cond_wait(&j->c, &j->m);
    pthread_mutex_unlock(&j->m);
    pthread_cond_destroy(&j->c);
    pthread_mutex_destroy(&j->m);
    free(j);
    pthread_join(t, 0);
    return 0;
}
