/* Four bytes are read where only two are left. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *bytes = calloc(6, 1);
    int number;

    memcpy(&number, bytes + 4, sizeof number);
    free(bytes);
    return number == 1;
}
