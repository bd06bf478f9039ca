/* Memory is allocated for the smaller member of the union, and the larger one is written. */
#include <stdlib.h>

union packet { char kind; struct { char kind; long body[2]; } data; };

int main(void)
{
    union packet *packet = malloc(sizeof packet->kind);

    packet->kind = 1;
    packet->data.body[1] = 7;
    free(packet);
    return 0;
}
