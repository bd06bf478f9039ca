/* Which text is printed depends on an input; the other thread writes the one that is never chosen. What an input
 * makes of the text in a buffer does not matter either, as long as the buffer is the thread's own. */
#include <pthread.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static char texts[3][4] = { "one", "two", "abc" }, line[2][16];

static void *edit(void *arg)
{
    texts[2][0] = 'A';
    snprintf(line[1], sizeof line[1], "%d", __VERIFIER_nondet_int());
    return 0;
}

int main(void)
{
    pthread_t t;
    int which = __VERIFIER_nondet_int();

    if (which < 0 || which > 1)
        return 0;
    pthread_create(&t, 0, edit, 0);
    printf("%s\n", texts[which]);
    snprintf(line[0], sizeof line[0], "%d", which);
    pthread_join(t, 0);
    return 0;
}
