/* Even and odd elements belong to different threads; in addition each thread reads the
 * shared length, which nobody writes. */
#include <assert.h>
#include <pthread.h>

static char cells[4];
static int length = 4;

static void fill(int start, char c)
{
    for (int i = start; i < length; i += 2)
        cells[i] = c;
}

static void *odd(void *arg)
{
    fill(1, 'o');
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, odd, 0);
    fill(0, 'e');
    pthread_join(t, 0);
    assert(cells[0] == 'e' && cells[1] == 'o' && cells[2] == 'e' && cells[3] == 'o');
    return 0;
}
