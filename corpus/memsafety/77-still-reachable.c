/* At the end some memory is not freed, but a global variable leads to all of it: through the table and through the list. */
#include <stdlib.h>

struct node { struct node *next; };

static char *table[2];
static struct node *list;

int main(void)
{
    table[1] = malloc(4);
    for (int i = 0; i < 2; i++) {
        struct node *node = malloc(sizeof *node);

        node->next = list;
        list = node;
    }
    return 0;
}
