// A date is told although the time zone cannot be read, but errno shows that it was tried.
#include <errno.h>
#include <time.h>
extern void reach_error(void);

int main(void)
{
    time_t now = 0;
    errno = 0;
    if (gmtime(&now) && errno == EMFILE)
        reach_error();
    return 0;
}
