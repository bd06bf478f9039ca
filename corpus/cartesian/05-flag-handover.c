/* Threads that hand a value over by a flag: how far both are in their loops is what
   products of local states forget. */
#include <pthread.h>

extern void reach_error(void);

int turn, value;

static void *producer(void *unused) {
  for (int i = 0; i < 3; i++) {
    while (turn != 0) {
    }
    value = i;
    turn = 1;
  }
  return 0;
}

static void *consumer(void *unused) {
  for (int i = 0; i < 3; i++) {
    while (turn != 1) {
    }
    if (value != i)
      reach_error();
    turn = 0;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (value != 2)
    reach_error();
  return 0;
}
