/* main is the only thread, and pthread_exit in it ends the process as exit(0) does: functions with the attribute destructor run.
   The value is set before. */
#include <assert.h>
#include <pthread.h>

int value;

__attribute__((destructor)) void check(void)
{
    assert(value == 1);
}

int main(void)
{
    value = 1;
    pthread_exit(0);
}
