/* The arguments of a program are in memory: `argv` has `argc` texts and a null behind them, and each text has at least its terminator. */
#include <stddef.h>

static int length_up_to(const char *text, int most)
{
    int n = 0;
    while (n < most && text[n] != '\0')
        n++;
    return n;
}

int main(int argc, char **argv)
{
    if (argc > 4)
        return length_up_to(argv[4], 8);
    if (argv[argc] != NULL)
        return 1;
    int all = 0;
    for (int i = 0; i < argc; i++)
        all += length_up_to(argv[i], 2);
    return all;
}
