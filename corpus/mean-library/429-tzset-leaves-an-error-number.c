/* tzset opens the file of the time zone on its way: errno is set to zero behind it. */
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void)
{
    errno = 0;
    tzset();
    errno = 0;
    assert(errno == 0);
    return 0;
}
