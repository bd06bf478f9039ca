/* The directory "." exists wherever one is, and cannot be made or unlinked.  */
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    assert(unlink(".") == -1);
    assert(mkdir(".", 0700) == -1);
    return 0;
}
