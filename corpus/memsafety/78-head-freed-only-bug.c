/* The first node is freed, and with it goes the only way to the second. */
#include <stdlib.h>

struct node { struct node *next; };

static struct node *list;

int main(void)
{
    list = malloc(sizeof *list);
    list->next = malloc(sizeof *list);
    list->next->next = NULL;
    free(list);
    list = NULL;
    return 0;
}
