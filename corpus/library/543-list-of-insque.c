/* A list that the C library links (insque, remque): the threads hold a lock whenever they touch it. */
#include <assert.h>
#include <pthread.h>
#include <search.h>

struct job {
    struct job *next, *previous;
    int number;
};

static struct job head, jobs[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *job)
{
    pthread_mutex_lock(&lock);
    insque(job, &head);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    int sum = 0;

    insque(&head, 0);
    for (int i = 0; i < 2; i++) {
        jobs[i].number = i + 1;
        pthread_create(&threads[i], 0, put, &jobs[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    while (head.next) {
        sum += head.next->number;
        remque(head.next);
    }
    assert(sum == 3);
    return 0;
}
