/* A thread's id is opaque: nothing says that it is above or below any number.  Where the C
 * library numbers threads from 1 the error is reached; where ids are addresses it is not.
 * FALSE. */
#include <pthread.h>

extern void reach_error(void);

int main(void)
{
    if (pthread_self() < 1000)
        reach_error();
    return 0;
}
