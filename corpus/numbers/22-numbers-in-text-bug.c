// The closest float is not the closest double.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(strtof("0.1", 0) == strtod("0.1", 0));
    return 0;
}
