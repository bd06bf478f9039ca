// A library may return one, whatever the difference.
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(memcmp("c", "a", 1) != 1);
    return 0;
}
