/* error(3) counts its messages and calls the function in error_print_progname, if there is one.
   Both happen. */
#include <assert.h>

/* The header's own definitions of error need a builtin of the compiler. */
extern unsigned int error_message_count;
extern void (*error_print_progname)(void);
void error(int status, int number, const char *format, ...);

int calls;

void name(void)
{
    calls++;
}

int main(void)
{
    error(0, 0, "first");
    error_print_progname = name;
    error(0, 0, "second");
    assert(calls == 1 && error_message_count == 2);
    return 0;
}
