/*
 * A thread waits for a flag that nobody sets, and wakes up only for no reason, again and again, while another one is created and detached.
 *
 * Nothing goes wrong. A proof may not leave out what the others do because the waiter has woken up: that leads nowhere
 * (`predicate+value` once did, and its proof was rejected).
 */
#include <pthread.h>
#include <stdlib.h>
unsigned flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *quick(void *a) { return a; }
void *helper(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *waiter(void *a) {
  pthread_mutex_lock(&m);
  while (flag == 0)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, helper, 0);
  pthread_create(&u, 0, waiter, 0);
  pthread_create(&v, 0, quick, 0);
  pthread_detach(v);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
