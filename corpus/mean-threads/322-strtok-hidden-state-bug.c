/* strtok keeps its place in a static object; it need not avoid data races with other calls of strtok
   (C11 7.24.5.8). The texts differ, the hidden state does not: a race. */
#include <pthread.h>
#include <string.h>

void *worker(void *arg)
{
    char text[] = "a b";
    return strtok(text, " ") ? 0 : arg;
}

int main(void)
{
    char text[] = "c d";
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char *first = strtok(text, " ");
    pthread_join(t, 0);
    return first[0];
}
