/* && and || evaluate the right operand only when needed and yield 0 or 1; ?: evaluates
 * one branch; the comma operator evaluates left to right; sizeof evaluates nothing. */
#include <assert.h>
#include <stddef.h>

static int trace;
static int t(int id, int v) { trace = trace * 10 + id; return v; }

struct node { int v; struct node *next; };

static int third(const struct node *n)
{
    return n && n->next && n->next->next ? n->next->next->v : -1;
}

int main(void)
{
    struct node a = { 1, NULL }, b = { 2, &a }, c = { 3, &b };
    int i = 0, j;

    assert((t(1, 0) && t(2, 1)) == 0 && trace == 1);
    trace = 0;
    assert((t(1, 7) && t(2, 9)) == 1 && trace == 12);
    trace = 0;
    assert((t(1, 0) || t(2, 0) || t(3, -4)) == 1 && trace == 123);
    trace = 0;
    assert((t(1, 1) || t(2, 1)) == 1 && trace == 1);
    trace = 0;
    assert((t(1, 1) ? t(2, 20) : t(3, 30)) == 20 && trace == 12);
    trace = 0;
    assert(!t(1, 0) && !(t(2, 1) && t(3, 0)) && trace == 123);

    assert(third(&c) == 1 && third(&b) == -1 && third(NULL) == -1);

    j = (i++, i += 10, i * 2);
    assert(i == 11 && j == 22);
    assert(sizeof(i++) == 4 && i == 11);
    assert((i > 5) + (i > 8) + (i > 20) == 2);
    assert(-!i == 0 && !!i == 1);
    j = i > 10 ? i > 100 ? 3 : 2 : 1;
    assert(j == 2);
    (i ? (void)(j = 9) : (void)0);
    assert(j == 9);
    return 0;
}
