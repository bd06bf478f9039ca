/* A traffic light whose switch lacks one break: from GREEN the light falls through to
 * RED at once and is never seen YELLOW, which the assertion notices. */
#include <assert.h>

enum light { RED, YELLOW, GREEN };

static enum light step(enum light l)
{
    switch (l) {
    case RED:
        l = GREEN;
        break;
    case GREEN:
        l = YELLOW;             /* break is missing */
    case YELLOW:
        l = RED;
        break;
    }
    return l;
}

int main(void)
{
    enum light l = RED;
    int yellow_seen = 0;

    for (int i = 0; i < 6; i++) {
        l = step(l);
        if (l == YELLOW)
            yellow_seen = 1;
    }
    assert(yellow_seen);
    return 0;
}
