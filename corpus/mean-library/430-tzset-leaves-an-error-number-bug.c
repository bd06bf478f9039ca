/* tzset opens the file of the time zone on its way, which may fail and leave an error number. */
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void)
{
    errno = 0;
    tzset();
    assert(errno == 0);
    return 0;
}
