/* strtoul takes a sign and negates in its own type: "-1" is ULONG_MAX without an error; what does not fit is ULONG_MAX with ERANGE.
   It is no error. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
    errno = 0;
    assert(strtoul("-1", 0, 10) == ULONG_MAX && errno == ERANGE);
    assert(strtoul("-18446744073709551615", 0, 10) == 1 && errno == 0);
    assert(strtoul("-18446744073709551616", 0, 10) == ULONG_MAX && errno == ERANGE);
    return 0;
}
