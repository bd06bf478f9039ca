/* ctime of a time that no date has gives asctime no date, which is EINVAL. */
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void)
{
    time_t at = 0x7fffffffffffffff;
    assert(ctime(&at) == 0);
    assert(errno == EINVAL);
    return 0;
}
