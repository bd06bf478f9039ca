/* A function that makes its buffer grow and leaves it with the caller, as getline does: one buffer for all lines, freed once. */
#include <stdlib.h>
#include <string.h>

static int read_line(const char *text, char **line, size_t *room)
{
    size_t needed = strlen(text) + 1;

    if (*room < needed) {
        *line = realloc(*line, needed);
        *room = needed;
    }
    memcpy(*line, text, needed);
    return (int)needed - 1;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    int length = 0;

    length += read_line("one", &line, &room);
    length += read_line("", &line, &room);
    length += read_line("three", &line, &room);
    free(line);
    return length != 8;
}
