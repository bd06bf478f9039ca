// POSIX pthread_mutex_destroy: a mutex may be destroyed as soon as it is unlocked; the signal came before the unlock.
#include <pthread.h>
#include <stdlib.h>
struct job { pthread_mutex_t m; pthread_cond_t c; int done; };
static void *finish(void *p) {
    struct job *j = p;
    pthread_mutex_lock(&j->m);
    j->done = 1;
    pthread_cond_signal(&j->c);
    pthread_mutex_unlock(&j->m);
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
