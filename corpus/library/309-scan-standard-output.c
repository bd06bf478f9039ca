// Standard output cannot be read from; scanf tells this in errno, not in the stream.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    int number = 5;
    errno = 0;
    if (fscanf(stdout, "%d", &number) != EOF || errno != EBADF || number != 5)
        reach_error();
    return 0;
}
