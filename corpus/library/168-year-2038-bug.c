/* The time may be later than a 32-bit number can say.  FALSE. */
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = time(0);
    assert(now <= 2147483647);
    return 0;
}
