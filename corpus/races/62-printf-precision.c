/* With a precision printf reads no more bytes than that, so the other thread may write the rest:
 * no race. The second argument has its precision in another one. */
#include <pthread.h>
#include <stdio.h>

static char left[8] = "abcdefg", right[8] = "1234567";

static void *edit(void *arg)
{
    left[3] = 'D';
    right[2] = '?';
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, edit, 0);
    printf("%.3s %.*s\n", left, 2, right);
    pthread_join(t, 0);
    return 0;
}
