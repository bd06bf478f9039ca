/* Two threads are given the same number. */
#include <pthread.h>

int results[3];
void *work(void *given)
{
    int number = (int)(long)given;
    results[number] = number;
    results[number]++;
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, (void *)(long)(i / 2));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return results[0];
}
