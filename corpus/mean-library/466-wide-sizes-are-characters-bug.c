/* memcpy of two bytes copies half of a wide character. */
#include <assert.h>
#include <string.h>
#include <wchar.h>
int main(void)
{
    wchar_t from[2] = { 0x11111111, 0x22222222 }, to[2] = { 0, 0 };
    memcpy(to, from, 2);
    assert(to[0] == 0x11111111 && to[1] == 0x22222222);
    return 0;
}
