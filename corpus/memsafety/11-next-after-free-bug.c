/* A list is freed node by node, and the way to the next node is read from the one that is gone. */
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *list = NULL;

    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);

        node->next = list;
        list = node;
    }
    for (; list; list = list->next)
        free(list);
    return 0;
}
