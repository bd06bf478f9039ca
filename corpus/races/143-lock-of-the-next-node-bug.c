/* Each node of a list has its own lock, but a thread reaches into the next node with the lock of this one. */
#include <pthread.h>
#include <stdlib.h>

struct node {
    pthread_mutex_t lock;
    int value;
    struct node *next;
};
static void bump(struct node *n)
{
    pthread_mutex_lock(&n->lock);
    n->value++;
    pthread_mutex_unlock(&n->lock);
}
void *walk(void *list)
{
    for (struct node *n = list; n; n = n->next) {
        bump(n);
        if (n->next) {
            pthread_mutex_lock(&n->lock);
            n->next->value++;
            pthread_mutex_unlock(&n->lock);
        }
    }
    return 0;
}
int main(void)
{
    pthread_t t, u;
    struct node *list = 0;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            abort();
        pthread_mutex_init(&n->lock, 0);
        n->value = 0;
        n->next = list;
        list = n;
    }
    pthread_create(&t, 0, walk, list);
    pthread_create(&u, 0, walk, list);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
