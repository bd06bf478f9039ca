/* wcscpy writes the zero at the end, too: the third character of the target is written. */
#include <pthread.h>
#include <wchar.h>
static wchar_t target[4];
static void *change(void *ignored)
{
    target[2] = L'x';
    return 0;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, change, 0);
    wcscpy(target, L"ab");
    pthread_join(thread, 0);
    return 0;
}
