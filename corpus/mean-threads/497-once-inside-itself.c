/* An initialiser of pthread_once that calls pthread_once with another control is fine. */
#include <pthread.h>

pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;

void nothing(void)
{
}

void initialise(void)
{
    pthread_once(&inner, nothing);
}

int main(void)
{
    pthread_once(&outer, initialise);
    return 0;
}
