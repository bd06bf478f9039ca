// The program expects that SIGPIPE ends it, but who started it may have it ignored or blocked.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    close(ends[0]);
    write(ends[1], "x", 1);
    assert(0);
    return 0;
}
