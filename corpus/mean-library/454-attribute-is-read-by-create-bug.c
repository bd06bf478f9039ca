/* Another thread changes the attributes that pthread_create reads. */
#include <pthread.h>
static pthread_attr_t attributes;
static void *nothing(void *ignored)
{
    return ignored;
}
static void *change(void *ignored)
{
    pthread_attr_setstacksize(&attributes, 1 << 20);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_attr_init(&attributes);
    pthread_create(&a, 0, change, 0);
    pthread_create(&b, &attributes, nothing, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
