// A stream has a lock: what two threads write into a temporary file is all there, in one order or the other.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

FILE *f;
int ok[2];

void *w(void *p)
{
    int i = *(int *)p;
    ok[i] = fputs(i ? "cd" : "ab", f) >= 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    int zero = 0, one = 1;
    f = tmpfile();
    if (!f)
        return 0;
    pthread_create(&t, 0, w, &one);
    w(&zero);
    pthread_join(t, 0);
    if (!ok[0] || !ok[1] || fseek(f, 1, SEEK_SET) != 0)
        return 0;
    int c = fgetc(f);
    assert(c == 'b' || c == 'd' || c == EOF);
    return 0;
}
