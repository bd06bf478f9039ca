// A number of input that is too large is stored cut to its type, and errno says so.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    int number = 5;
    errno = 0;
    if (scanf("%d", &number) == 1 && errno == ERANGE && number == -1)
        reach_error();
    return 0;
}
