/* The size of the pointer is taken for that of the record. */
#include <stdlib.h>

struct record { long key; long value; };

int main(void)
{
    struct record *record = malloc(sizeof record);

    record->key = 1;
    record->value = 2;
    free(record);
    return 0;
}
