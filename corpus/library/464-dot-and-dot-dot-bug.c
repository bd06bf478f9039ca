// A name that only begins or ends with a dot is one like all others.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(rmdir(".a") == -1);
    return 0;
}
