/* The arguments of the generic atomic functions are evaluated once, though they are macros. Both of the two calls count. */
#include <assert.h>
#include <stdatomic.h>

int main(void)
{
    atomic_int cells[3] = {0};
    int i = 0, v = 5;
    atomic_store(&cells[i++], v++);
    atomic_fetch_add(&cells[i++], v++);
    assert(i == 2 && v == 6);
    assert(cells[0] == 5 && cells[1] == 6);
    return 0;
}
