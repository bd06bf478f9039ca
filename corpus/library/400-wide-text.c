// Wide texts, and conversions in the "C" locale, where only ASCII has one byte.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    wchar_t text[16], *rest;
    char bytes[8];
    wcscpy(text, L"one,two");
    assert(wcscmp(wcstok(text, L",", &rest), L"one") == 0);
    assert(wcscmp(wcstok(NULL, L",", &rest), L"two") == 0);
    assert(wcstok(NULL, L",", &rest) == NULL);
    assert(wcsncmp(wcscat(wcscpy(text, L"ab"), L"cd"), L"abcx", 3) == 0 && wcslen(text) == 4);
    assert(iswalpha(L'x') && !iswalpha(0xe9) && towupper(0xe9) == 0xe9);
    errno = 0;
    assert(wcstombs(bytes, L"a\x20ac", sizeof bytes) == (size_t)-1 && errno == EILSEQ);
    assert(mbstowcs(text, "hello", 3) == 3 && text[2] == L'l');
    return 0;
}
