// A thread waits on a condition that nobody else knows, with a mutex that everybody knows: what is said of the condition does not
// hold for the mutex, which the other thread overwrites meanwhile.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *overwrites(void *arg) {
  *(int *)&m = 0;
  return 0;
}

int main(void) {
  pthread_t t;
  struct timespec soon = {0, 0};
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, overwrites, 0);
  pthread_cond_t *c = malloc(sizeof *c);
  pthread_cond_init(c, 0);
  pthread_cond_timedwait(c, &m, &soon);
  pthread_join(t, 0);
  pthread_mutex_unlock(&m);
  return 0;
}
