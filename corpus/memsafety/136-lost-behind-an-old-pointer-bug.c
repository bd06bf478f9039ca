/* Nothing leads to the second block at the end. The pointer to the first one, which was freed, may happen to have its address,
 * but it does not lead anywhere. */
#include <stdlib.h>

static char *old;

static void work(void)
{
    char *fresh = malloc(4);

    fresh[0] = 'a';
}

int main(void)
{
    old = malloc(4);
    free(old);
    work();
    return 0;
}
