/* strtok_r keeps its place where the caller says: two threads with texts and places of their own do not race. */
#include <pthread.h>
#include <string.h>

void *worker(void *arg)
{
    char text[] = "a b", *place;
    return strtok_r(text, " ", &place) ? 0 : arg;
}

int main(void)
{
    char text[] = "c d", *place;
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char *first = strtok_r(text, " ", &place);
    pthread_join(t, 0);
    return first[0];
}
