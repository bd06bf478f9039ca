/* The answer may be null, and is looked at first: the right side of && is not evaluated then. */
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
    struct node *found = find(&first, 3);

    return found && found->value == 30;
}
