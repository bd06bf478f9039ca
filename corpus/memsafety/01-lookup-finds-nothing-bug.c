/* The list has no such key, and nobody asks whether the answer is null. */
#include <stddef.h>

struct node { int key, value; struct node *next; };

static struct node *find(struct node *list, int key)
{
    while (list != NULL && list->key != key)
        list = list->next;
    return list;
}

int main(void)
{
    struct node last = { 2, 20, NULL }, first = { 1, 10, &last };

    return find(&first, 3)->value;
}
