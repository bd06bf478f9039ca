/* strncmp does not compare characters that follow a null character (C11 7.24.4.4). Both texts end at byte 2.
   Main writes byte 2 of one of them, the null character that the comparison reads: a race. */
#include <pthread.h>
#include <string.h>

char left[8] = "ab";
char right[8] = "ab";
int result;

void *worker(void *arg)
{
    result = strncmp(left, right, 8);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    left[2] = 0;
    pthread_join(t, 0);
    return 0;
}
