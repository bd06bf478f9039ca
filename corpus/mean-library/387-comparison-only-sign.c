/* Of the result of strcmp only the sign is defined (C11 7.24.4.2).  */
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strcmp("c", "a") > 0);
    assert(memcmp("\xff", "\x01", 1) > 0);
    return 0;
}
