/* wcscpy of two characters writes three; the fourth belongs to another thread. */
#include <pthread.h>
#include <wchar.h>
static wchar_t target[4];
static void *change(void *ignored)
{
    target[3] = L'x';
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
