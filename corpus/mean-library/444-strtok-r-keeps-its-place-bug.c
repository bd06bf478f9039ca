/* Two threads split two texts and keep their places in the same pointer. */
#include <pthread.h>
#include <string.h>
static char texts[2][8] = { "a b", "c d" };
static void *split(void *text)
{
    static char *place;
    strtok_r(text, " ", &place);
    return strtok_r(0, " ", &place);
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, split, texts[0]);
    pthread_create(&b, 0, split, texts[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
