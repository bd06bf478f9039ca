/* What a pipe takes is not modelled exactly, but whatever it takes the count is what was returned.  TRUE. */
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int p[2];
    long n;

    if (pipe(p) != 0)
        return 0;
    n = write(p[1], "abc", 3);
    assert(n >= -1 && n <= 3);
    return 0;
}
