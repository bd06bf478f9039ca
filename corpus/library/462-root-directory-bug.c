// Opening the root for writing fails, but the process may have no descriptor left, which is found first.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void)
{
    assert(open("/", O_WRONLY) == -1);
    assert(errno == EISDIR);
    return 0;
}
