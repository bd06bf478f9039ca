// Three dots are a name like all others.
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
    assert(mkdir("...", 0700) == -1);
    return 0;
}
