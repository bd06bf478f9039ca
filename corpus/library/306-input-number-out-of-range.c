// A number that is out of range becomes the least or the greatest long, of which an int keeps 0 or -1.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    int number = 5;
    errno = 0;
    if (scanf("%d", &number) == 1 && errno == ERANGE && !feof(stdin) && !ferror(stdin) && number != 0 && number != -1)
        reach_error();
    return 0;
}
