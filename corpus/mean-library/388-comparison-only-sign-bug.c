/* Of the result of strcmp only the sign is defined (C11 7.24.4.2). Not the difference. */
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strcmp("c", "a") == 2);
    assert(memcmp("\xff", "\x01", 1) > 0);
    return 0;
}
