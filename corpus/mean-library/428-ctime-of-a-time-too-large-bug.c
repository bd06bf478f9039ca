/* ctime of a time that no date has does not end with EOVERFLOW. */
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void)
{
    time_t at = 0x7fffffffffffffff;
    assert(ctime(&at) == 0);
    assert(errno == EOVERFLOW);
    return 0;
}
