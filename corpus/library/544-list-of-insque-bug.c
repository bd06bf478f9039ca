/* A list that the C library links (insque, remque), without a lock: one of two elements can be lost. */
#include <assert.h>
#include <pthread.h>
#include <search.h>

struct job {
    struct job *next, *previous;
    int number;
};

static struct job head, jobs[2];

static void *put(void *job)
{
    insque(job, &head);
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
