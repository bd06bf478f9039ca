/* pthread_join writes the result of a thread while another thread looks at it. */
#include <pthread.h>
static void *result;
static void *run(void *ignored)
{
    return ignored;
}
static void *look(void *ignored)
{
    return result;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, run, 0);
    pthread_create(&b, 0, look, 0);
    pthread_join(a, &result);
    pthread_join(b, 0);
    return 0;
}
