/* Pointers to pointers: deleting from a singly linked list through the address of the
 * link, swapping pointers by reference, and an array of pointers to arrays. */
#include <assert.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static void push(struct node **head, int v)
{
    struct node *n = malloc(sizeof *n);
    n->v = v;
    n->next = *head;
    *head = n;
}

static int delete(struct node **link, int v)
{
    for (; *link; link = &(*link)->next)
        if ((*link)->v == v) {
            struct node *gone = *link;
            *link = gone->next;
            free(gone);
            return 1;
        }
    return 0;
}

static void swap(int **a, int **b)
{
    int *t = *a;
    *a = *b;
    *b = t;
}

int main(void)
{
    struct node *list = NULL;
    int x = 1, y = 2;
    int *px = &x, *py = &y;
    int **pp = &px;
    int ***ppp = &pp;

    for (int i = 1; i <= 3; i++)
        push(&list, i);
    assert(list->v == 3 && list->next->next->v == 1);
    assert(delete(&list, 2));
    assert(list->next->v == 1);
    assert(delete(&list, 3));
    assert(list->v == 1 && !list->next);
    assert(!delete(&list, 7));
    assert(delete(&list, 1) && list == NULL);

    swap(&px, &py);
    assert(*px == 2 && *py == 1 && px == &y);
    **pp = 10;
    assert(y == 10);
    *pp = &x;
    ***ppp = 11;
    assert(x == 11 && px == &x);
    *ppp = &py;
    ***ppp = 12;
    assert(x == 12 && y == 10);
    return 0;
}
