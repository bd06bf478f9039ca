/* A key that does not fit its room is not ended by a zero byte. */
#include <string.h>

extern void reach_error(void);

int main(void)
{
    char key[4] = {'z', 'z', 'z', 'z'};
    strxfrm(key, "abcdef", 4);
    if (key[3] != 0)
        reach_error();
    return 0;
}
