// pthread_setschedparam returns what the system says, and leaves it in errno, too.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
extern void reach_error(void);

int main(void)
{
    struct sched_param parameters = { 500 };
    errno = 0;
    if (pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) != EINVAL || errno != EINVAL)
        reach_error();
    return 0;
}
