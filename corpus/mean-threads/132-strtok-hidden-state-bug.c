// C11 7.24.5.8: strtok keeps its position in a static object and is not required to avoid data races.
#include <pthread.h>
#include <string.h>
static char a[] = "x y", b[] = "u v";
static void *work(void *p) { strtok(a, " "); return strtok(0, " "); }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    strtok(b, " ");
    pthread_join(t, 0);
    return 0;
}
