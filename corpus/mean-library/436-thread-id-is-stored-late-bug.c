/* pthread_create may store the id after the new thread has started: a thread that reads it races. */
#include <pthread.h>
static pthread_t id;
static void *run(void *ignored)
{
    return pthread_equal(id, pthread_self()) ? 0 : &id;
}
int main(void)
{
    pthread_create(&id, 0, run, 0);
    pthread_join(id, 0);
    return 0;
}
