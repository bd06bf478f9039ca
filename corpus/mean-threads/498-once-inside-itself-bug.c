/* An initialiser of pthread_once that calls pthread_once with the same control waits for its own end. */
#include <pthread.h>

pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;

void nothing(void)
{
}

void initialise(void)
{
    pthread_once(&outer, nothing);
}

int main(void)
{
    pthread_once(&outer, initialise);
    return 0;
}
