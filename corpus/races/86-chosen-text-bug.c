/* Which text is printed depends on an input; one of them is written by the other thread. */
#include <pthread.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static char texts[3][4] = { "one", "two", "abc" };

static void *edit(void *arg)
{
    texts[1][0] = 'T';
    return 0;
}

int main(void)
{
    pthread_t t;
    int which = __VERIFIER_nondet_int();

    if (which < 0 || which > 2)
        return 0;
    pthread_create(&t, 0, edit, 0);
    printf("%s\n", texts[which]);
    pthread_join(t, 0);
    return 0;
}
