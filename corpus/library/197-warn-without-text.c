// A warning without a text of its own shows only the error.
#include <err.h>

int main(void)
{
    warn(0);
    warnx(0);
    return 0;
}
