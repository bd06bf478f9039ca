/* abort sends SIGABRT to the calling thread, so that its handler runs (C11 7.22.4.1).
   What the handler wants was done before. */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

int saved;

void handler(int number)
{
    assert(number == SIGABRT);
    assert(saved);
}

int main(void)
{
    signal(SIGABRT, handler);
    saved = 1;
    abort();
}
