/* wmemcpy counts wide characters of four bytes each: two of them are bytes 0 to 7. Main reads byte 7: a race. */
#include <pthread.h>
#include <wchar.h>

wchar_t target[4];

void *worker(void *arg)
{
    wmemcpy(target, L"abc", 2);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    char c = ((char *)target)[7];
    pthread_join(t, 0);
    return c;
}
