// C11 7.29: wide string functions, 32-bit wchar_t; conversions of ASCII in the initial "C" locale; setlocale(LC_ALL,
// NULL) is "C".
#include <assert.h>
#include <wchar.h>
#include <wctype.h>
#include <stdlib.h>
#include <locale.h>
#include <string.h>

int main(void)
{
	wchar_t w[8];
	char b[8];
	assert(sizeof(wchar_t) == 4 && wcslen(L"ab\0c") == 2 && wcscmp(L"a", L"b") < 0);
	assert(wcscpy(w, L"xy") == w && w[2] == 0 && wcschr(w, L'y') == w + 1);
	assert(mbstowcs(w, "hi", 8) == 2 && w[1] == L'i' && w[2] == 0);
	assert(wcstombs(b, L"ok", 8) == 2 && strcmp(b, "ok") == 0);
	assert(wmemset(w, L'z', 2) == w && w[1] == L'z' && towupper(L'a') == L'A' && iswdigit(L'7'));
	assert(btowc('a') == L'a' && wctob(L'a') == 'a' && wcstol(L"-12x", NULL, 10) == -12);
	assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0 && strcmp(localeconv()->decimal_point, ".") == 0);
	return 0;
}
