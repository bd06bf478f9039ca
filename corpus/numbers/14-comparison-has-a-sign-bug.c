// A library may return the difference of the characters.
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strcmp("a", "c") != -2);
    return 0;
}
