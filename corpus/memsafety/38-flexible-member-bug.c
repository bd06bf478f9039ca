/* Memory is allocated for the head of the message only. */
#include <stdlib.h>

struct message { int length; char text[]; };

int main(void)
{
    struct message *message = malloc(sizeof *message);

    message->length = 3;
    for (int i = 0; i < message->length; i++)
        message->text[i] = 'a';
    free(message);
    return 0;
}
