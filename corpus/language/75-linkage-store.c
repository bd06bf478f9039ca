/* The second file of 75-linkage-main.c. */
#include <pthread.h>

extern int limit_from_main;
extern int tentative;

int store_total;
const int store_table[3] = { 1, 10, 100 };
int (*store_hook)(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;             /* not the counter of main */

static int helper(int v) { return v * store_table[limit_from_main]; }

int store_add(int v)
{
    pthread_mutex_lock(&lock);
    store_total += helper(store_hook(v));
    tentative = ++counter;
    pthread_mutex_unlock(&lock);
    return 0;
}
