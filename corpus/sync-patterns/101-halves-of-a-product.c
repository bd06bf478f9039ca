// Two threads compute the two halves of a matrix product: they write different rows of one array and read what nobody changes.

#include <pthread.h>
#include <assert.h>
int A[4][4], B[4][4], C[4][4];
struct part { int lo, hi; } parts[2];
void *worker(void *arg)
{
    struct part *p = arg;
    for (int i = p->lo; i < p->hi; i++)
        for (int j = 0; j < 4; j++) {
            int s = 0;
            for (int k = 0; k < 4; k++)
                s += A[i][k] * B[k][j];
            C[i][j] += s;
        }
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            A[i][j] = i + j;
            B[i][j] = i == j;
        }
    for (int i = 0; i < 2; i++) {
        parts[i].lo = 2 * i;
        parts[i].hi = 2 * i + 2;
        pthread_create(&t[i], 0, worker, &parts[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            assert(C[i][j] == i + j);
    return 0;
}
