/* Three threads hand permissions on, each taking the one it got out of the way before it gives the next. The first
 * permission is never given, so none of the effects is possible; to see it for the last one takes the paths to all
 * of them, one in the other. `recursive` only, depth three. */
#include <pthread.h>

extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int key, gate, door, room, intruder;

static int take(int *what)
{
    int had;

    __VERIFIER_atomic_begin();
    had = *what;
    *what = 0;
    __VERIFIER_atomic_end();
    return had;
}

static void *at_gate(void *unused)
{
    while (1)
        if (take(&key) == 1)
            gate = 1;
    return unused;
}

static void *at_door(void *unused)
{
    while (1)
        if (take(&gate) == 1)
            door = 1;
    return unused;
}

static void *at_room(void *unused)
{
    while (1)
        if (take(&door) == 1)
            intruder = 1;
    return unused;
}

int main(void)
{
    pthread_t one, two, three;

    pthread_create(&one, 0, at_gate, 0);
    pthread_create(&two, 0, at_door, 0);
    pthread_create(&three, 0, at_room, 0);
    while (1) {
        room = 1;
        if (intruder)
            reach_error();
    }
}
