// A message that cannot be printed leaves its error in errno.
#include <err.h>
#include <errno.h>
extern void reach_error(void);

int main(void)
{
    errno = 0;
    warnx("something");
    if (errno == EBADF)
        reach_error();
    return 0;
}
