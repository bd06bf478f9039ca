// A count that is reached leaves no zero behind.
#include <assert.h>
#include <wchar.h>

int main(void)
{
    wchar_t text[4] = L"xyz";
    wcsncpy(text, L"ab", 2);
    assert(text[2] == 0);
    return 0;
}
