/* Eleven characters are enough for every int but those with a sign and ten digits, which need a twelfth one for the zero. */
#include <limits.h>
#include <stdio.h>

static int number = INT_MIN;

int main(void)
{
    char text[11];

    sprintf(text, "%d", number);
    return text[0] != '-';
}
