// What a directive of scanf leaves in the input is the first character that did not belong to it (C11 7.21.6.2).
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int a;
    char c;
    switch (getchar()) {
    case 'a':
        if (scanf(" %c", &c) == 1)
            assert(!isspace((unsigned char)c));
        break;
    case 'b':
        if (scanf("%d%c", &a, &c) == 2)
            assert(!isdigit((unsigned char)c));
        break;
    case 'c':
        if (scanf("%d %c", &a, &c) == 2)
            assert(!isspace((unsigned char)c));
        break;
    case 'd':
        if (scanf("%*[^\n]%c", &c) == 1)
            assert(c == '\n');
        break;
    case 'e':
        assert(scanf("%d0%c", &a, &c) < 2);
        break;
    }
    return 0;
}
