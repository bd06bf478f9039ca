/* An argument is copied into an array of eight without a look at its length. */
#include <string.h>

int main(int argc, char **argv)
{
    char name[8];
    if (argc < 2)
        return 1;
    strcpy(name, argv[1]);
    return name[0] == 'x';
}
