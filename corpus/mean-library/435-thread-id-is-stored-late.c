/* The creator stores the id of a thread; the thread asks for its own id instead of reading that. */
#include <pthread.h>
static pthread_t id;
static void *run(void *ignored)
{
    return pthread_equal(pthread_self(), pthread_self()) ? 0 : &id;
}
int main(void)
{
    pthread_create(&id, 0, run, 0);
    pthread_join(id, 0);
    return 0;
}
