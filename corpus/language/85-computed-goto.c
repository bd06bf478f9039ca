/* Labels as values: a threaded-code interpreter that jumps through a table of &&label,
 * computing a factorial and a power of two, and a jump to a label chosen at run time. */
#include <assert.h>

enum { SET, COUNT, MUL, TWICE, DEC, LOOP, HALT };

static int run(const int *code)
{
    static const void *const op[] = {
        [SET] = &&set, [COUNT] = &&count, [MUL] = &&mul, [TWICE] = &&twice,
        [DEC] = &&dec, [LOOP] = &&loop, [HALT] = &&halt,
    };
    const int *pc = code;
    int acc = 0, counter = 0;

#define NEXT goto *op[*pc++]
    NEXT;
set:
    acc = *pc++;
    NEXT;
count:
    counter = *pc++;
    NEXT;
mul:
    acc *= counter;
    NEXT;
twice:
    acc += acc;
    NEXT;
dec:
    counter--;
    NEXT;
loop:                           /* jump back while the counter is not zero */
    pc = counter ? code + *pc : pc + 1;
    NEXT;
halt:
    return acc;
}

static int select_label(int n)
{
    void *target = n ? &&yes : &&no;
    goto *target;
yes:
    return 1;
no:
    return 2;
}

int main(void)
{
    static const int factorial[] = { SET, 1, COUNT, 5, MUL, DEC, LOOP, 4, HALT };
    static const int power[] = { COUNT, 4, SET, 1, TWICE, DEC, LOOP, 4, HALT };

    assert(run(factorial) == 120);
    assert(run(power) == 16);
    assert(select_label(1) == 1 && select_label(0) == 2);
    return 0;
}
