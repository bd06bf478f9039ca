/* What an initialiser writes is read before pthread_once. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table;
static void fill(void)
{
    table = 1;
}
void *reader(void *a)
{
    int old = table;
    pthread_once(&once, fill);
    return old ? a : 0;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&u, 0, reader, 0);
    return 0;
}
