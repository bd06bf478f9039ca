// What one variable is says nothing of another one.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    if (getenv("RADDLE_A"))
        assert(getenv("RADDLE_B") != NULL);
    return 0;
}
