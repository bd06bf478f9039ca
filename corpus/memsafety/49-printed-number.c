/* snprintf does not write more than it is told; sprintf has enough room for every int with twelve characters. */
#include <limits.h>
#include <stdio.h>

static int number = INT_MIN;

int main(void)
{
    char text[11], longer[12];

    snprintf(text, sizeof text, "%d", number);
    sprintf(longer, "%d", number);
    return text[0] != longer[0];
}
