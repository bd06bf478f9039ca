/* A number is read digit by digit, and the test is made before each digit. */
#include <limits.h>

static int read_number(const char *text)
{
    int number = 0;

    for (; *text; text++) {
        int digit = *text - '0';

        if (number > (INT_MAX - digit) / 10)
            return -1;
        number = number * 10 + digit;
    }
    return number;
}

int main(void)
{
    return read_number("2147483647") == INT_MAX && read_number("2147483648") == -1 ? 0 : 1;
}
