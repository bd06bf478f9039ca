/* The buffer is taken for a new one each time, and only the last one is freed. */
#include <stdlib.h>
#include <string.h>

static void read_line(const char *text, char **line)
{
    *line = realloc(*line, strlen(text) + 1);
    strcpy(*line, text);
}

int main(void)
{
    char *line = NULL;

    read_line("one", &line);
    line = NULL;
    read_line("two", &line);
    free(line);
    return 0;
}
