/* Static locals live for the whole program, are initialised once, keep their value
 * between calls, and belong to their block: two blocks may use the same name. */
#include <assert.h>

static int next_id(void)
{
    static int id = 100;
    return ++id;
}

static int *slot(void)
{
    static int hidden[2];
    return hidden;
}

static int toggle(int which)
{
    if (which) {
        static int n = 10;
        return n++;
    } else {
        static int n;
        return n--;
    }
}

static int countdown(int n)
{
    static int deepest;         /* shared by all activations */
    if (n > deepest)
        deepest = n;
    return n ? countdown(n - 1) : deepest;
}

int main(void)
{
    assert(next_id() == 101);
    assert(next_id() == 102);
    slot()[1] = 5;
    assert(slot()[0] == 0 && slot()[1] == 5);
    assert(toggle(1) == 10 && toggle(0) == 0 && toggle(1) == 11 && toggle(0) == -1);
    assert(countdown(3) == 3);
    assert(countdown(1) == 3);
    return 0;
}
