/* An unknown function may write anything to what its pointer argument reaches, also
 * through a pointer inside the struct: the assertion about that object can fail. */
#include <assert.h>

struct sensor { int id; int *reading; };

extern void poll_sensor(struct sensor *s);

int main(void)
{
    int reading = 0;
    struct sensor s = { 1, &reading };

    assert(*s.reading == 0);
    poll_sensor(&s);
    assert(reading == 0);
    return 0;
}
