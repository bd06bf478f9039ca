/* Three philosophers sit round a table with three forks. To eat, a philosopher needs the fork on the left and the fork
 * on the right.
 *
 *     raddle check --property no-deadlock examples/dining_philosophers.c
 *
 * All three take the left fork first. If they do so at the same moment, each holds one fork and waits for the next:
 * nobody can ever move again. Raddle answers FALSE(no-deadlock) and shows how they got there.
 *
 * To repair it, let every philosopher take the fork with the smaller number first. */
#include <pthread.h>

#define PHILOSOPHERS 3

static pthread_mutex_t fork_of[PHILOSOPHERS] = {
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
    PTHREAD_MUTEX_INITIALIZER,
};

static void *philosopher(void *seat)
{
    int left = (int)(long)seat;
    int right = (left + 1) % PHILOSOPHERS;

    pthread_mutex_lock(&fork_of[left]);
    pthread_mutex_lock(&fork_of[right]);
    /* eat */
    pthread_mutex_unlock(&fork_of[right]);
    pthread_mutex_unlock(&fork_of[left]);
    return NULL;
}

int main(void)
{
    pthread_t table[PHILOSOPHERS];

    for (long seat = 0; seat < PHILOSOPHERS; seat++)
        pthread_create(&table[seat], NULL, philosopher, (void *)seat);
    for (int seat = 0; seat < PHILOSOPHERS; seat++)
        pthread_join(table[seat], NULL);
    return 0;
}
