/* In the C locale of glibc a byte above 127 is no character. */
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
int main(void)
{
    wchar_t wide = 7;
    assert(mbtowc(&wide, "z", 1) == 1 && wide == L'z');
    assert(btowc('z') == L'z');
    assert(btowc(0xe4) == WEOF);
    return 0;
}
