/* A ring buffer whose head and tail are free-running 8-bit counters.  The fill level
 * is written as "head - tail" without truncating back to 8 bits, so after head has
 * wrapped the level is negative: the final assertion fails deterministically. */
#include <assert.h>
#include <stdint.h>

#define SLOTS 4

static uint8_t head, tail;
static int slot[SLOTS];

static int level(void) { return head - tail; }  /* should be (uint8_t)(head - tail) */

static void put(int v)
{
    slot[head % SLOTS] = v;
    head++;
}

static int get(void)
{
    int v = slot[tail % SLOTS];
    tail++;
    return v;
}

int main(void)
{
    head = tail = 254;
    put(1);
    assert(level() == 1);
    put(2);
    put(3);
    assert(head == 1);
    assert(get() == 1);
    assert(level() == 2);       /* 1 - 255 == -254 */
    return 0;
}
