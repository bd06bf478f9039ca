/* A command dispatcher over a table of handlers: the designated initialisers put the
 * "stop" handler into the slot of "pause", so one command reaches the wrong state. */
#include <assert.h>

enum command { START, PAUSE, STOP, COMMANDS };
enum state { IDLE, RUNNING, PAUSED };

static enum state state;

static void start(void) { state = RUNNING; }
static void pause_it(void) { if (state == RUNNING) state = PAUSED; }
static void stop(void) { state = IDLE; }

static void (*const handler[COMMANDS])(void) = {
    [START] = start,
    [STOP] = pause_it,
    [PAUSE] = stop,
};

int main(void)
{
    handler[START]();
    assert(state == RUNNING);
    handler[PAUSE]();
    assert(state == PAUSED);    /* it is IDLE */
    return 0;
}
