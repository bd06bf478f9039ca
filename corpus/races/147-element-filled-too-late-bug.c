/* An element is filled after its thread was created. */
#include <pthread.h>

struct args {
    int in, out;
} args[2];
void *work(void *given)
{
    struct args *a = given;
    a->out = a->in + 1;
    return 0;
}
int main(void)
{
    pthread_t t[2];
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        pthread_create(&t[i], 0, work, &args[i]);
        args[i].in = i;
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], 0);
        sum += args[i].out;
    }
    return sum;
}
