/* Two threads change the same attribute object without a lock.  FALSE. */
#include <pthread.h>

pthread_attr_t attributes;

void *change(void *unused)
{
    pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_create(&thread, 0, change, 0);
    pthread_attr_setguardsize(&attributes, 8192);
    pthread_join(thread, 0);
    return 0;
}
