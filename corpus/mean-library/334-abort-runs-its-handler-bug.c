/* abort raises SIGABRT, and a handler for it runs before the process ends (C11 7.22.4.1).  */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

void reach_error(void)
{
    _exit(1);
}

void handler(int number)
{
    reach_error();
}

int main(void)
{
    void (*unused)(int) = handler;
    signal(SIGABRT, handler);
    if (unused)
        abort();
    reach_error();
}
