// Standard input cannot be written to: fprintf fails and the stream keeps the error.
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    if (fprintf(stdin, "%d", 1) < 0 && ferror(stdin))
        reach_error();
    return 0;
}
