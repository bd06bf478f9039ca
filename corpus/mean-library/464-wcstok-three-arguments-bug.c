/* wcstok skips empty fields as strtok does: the second piece is c. */
#include <assert.h>
#include <wchar.h>
int main(void)
{
    wchar_t text[] = L"a,,c";
    wchar_t *place;
    wchar_t *first = wcstok(text, L",", &place);
    wchar_t *second = wcstok(0, L",", &place);
    assert(wcscmp(first, L"a") == 0);
    assert(second && second[0] == 0);
    assert(wcstok(0, L",", &place) == 0);
    return 0;
}
