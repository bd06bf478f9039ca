/* The directory "." exists wherever one is, and cannot be made or unlinked. Another name can. */
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    assert(unlink(".") == -1);
    assert(mkdir("d", 0700) == -1);
    return 0;
}
