/* Of an argument at most seven characters are copied. */
#include <string.h>

int main(int argc, char **argv)
{
    char name[8];
    if (argc < 2)
        return 1;
    strncpy(name, argv[1], 7);
    name[7] = '\0';
    return name[0] == 'x';
}
