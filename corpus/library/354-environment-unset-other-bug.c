// Taking one variable away leaves the others.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    unsetenv("RADDLE_A");
    assert(getenv("RADDLE_B") == NULL);
    return 0;
}
