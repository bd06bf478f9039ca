/* exit runs the handlers of atexit, _Exit and quick_exit do not (C11 7.22.4). */
#include <assert.h>
#include <stdlib.h>

void handler(void)
{
    assert(0);
}

int main(void)
{
    atexit(handler);
    _Exit(0);
}
