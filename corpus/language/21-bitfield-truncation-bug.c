/* A retry counter stored in a 2-bit field: the limit 4 does not fit, the counter wraps
 * to 0 and the loop gives up only by its emergency exit, where the assertion fails. */
#include <assert.h>

struct connection {
    unsigned state : 6;
    unsigned retries : 2;
};

int main(void)
{
    struct connection c = { .state = 33 };
    int attempts = 0;

    while (c.retries < 4 && attempts < 10) {
        c.retries++;
        attempts++;
    }
    assert(c.state == 33);
    assert(attempts == 4);
    return 0;
}
