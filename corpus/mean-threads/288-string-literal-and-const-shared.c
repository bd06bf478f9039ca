// Reading the same constant objects from two threads never conflicts, library calls included.
#include <pthread.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
static const char *const words[] = { "12", "345" };
static void *work(void *a) { assert(strlen(words[1]) == 3 && atoi(words[0]) == 12); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(strcmp(words[0], words[1]) < 0 && strtol(words[1], 0, 10) == 345);
    pthread_join(t, 0);
    return 0;
}
