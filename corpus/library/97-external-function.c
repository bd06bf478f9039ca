/* A function without a body returns any value and may write through the pointers it is
 * given, but not through pointers to const and not to anything else. */
#include <assert.h>

extern int measure(int channel);
extern void record(const int *sample, const char *label);
extern void fill(unsigned char *buffer, int n);

static int hidden = 4;

int main(void)
{
    int sample = 7, bystander = 3, v;
    unsigned char buf[2];

    record(&sample, "first");
    assert(sample == 7 && bystander == 3 && hidden == 4);
    fill(buf, 2);
    assert(buf[0] <= 255 && bystander == 3 && hidden == 4);
    v = measure(1) & 15;
    assert(v >= 0 && v <= 15);
    return 0;
}
