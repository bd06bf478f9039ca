// The functions of ctype.h return some number other than zero: glibc has a bit for each class.
#include <assert.h>
#include <ctype.h>
#include <string.h>

int main(void)
{
    assert((isalpha)('a') && (isdigit)('7') && !(isspace)('x'));
    assert((isdigit)('7') != 1);
    assert(!strcmp(strerror(2), "No such file or directory"));
    return 0;
}
