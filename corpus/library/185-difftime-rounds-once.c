/* The difference of two times is rounded to a double, not each of the times. */
#include <time.h>

extern void reach_error(void);

int main(void)
{
    if (difftime(9007199254740993L, 9007199254740992L) != 1.0)
        reach_error();
    if (difftime(-3, 4) != -7.0)
        reach_error();
    return 0;
}
