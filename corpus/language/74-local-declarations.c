/* Function and extern object declarations inside blocks refer to the file-scope
 * entities, even where a local of the same name hides them in between. */
#include <assert.h>

static int reads(void)
{
    extern int shared_value;
    return shared_value;
}

static int calls(int x)
{
    int helper(int), other(int);
    return helper(x) + other(x);
}

int shared_value = 4;

int main(void)
{
    int shared_value = 100;

    assert(reads() == 4 && shared_value == 100);
    {
        extern int shared_value;
        shared_value++;
        assert(shared_value == 5);
    }
    assert(reads() == 5 && shared_value == 100);
    assert(calls(3) == 9 + 4);
    return 0;
}

int helper(int x) { return x * x; }
int other(int x) { return x + 1; }
