/* A program of two files: external objects and functions are shared, static ones of the
 * same name in each file are distinct, tentative definitions merge, and an array is
 * completed by the other file.  Threads update the store under its private mutex. */
#include <assert.h>
#include <pthread.h>

extern int store_total;
extern const int store_table[];
extern int store_add(int v);
extern int (*store_hook)(int);

int tentative;                  /* one object for both declarations */
int tentative;
static int counter = 1000;      /* not the counter of the other file */
int limit_from_main = 2;

static int helper(int v)
{
    counter++;
    return v;
}

static void *client(void *arg)
{
    store_add(1);
    return 0;
}

int main(void)
{
    pthread_t t;

    store_hook = helper;
    pthread_create(&t, 0, client, 0);
    store_add(2);
    pthread_join(t, 0);
    assert(store_total == 3 * store_table[2]);
    assert(counter == 1002);
    assert(tentative == 2);
    return 0;
}
