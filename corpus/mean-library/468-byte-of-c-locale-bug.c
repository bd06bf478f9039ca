/* btowc of a byte above 127 is WEOF in the C locale. */
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
int main(void)
{
    wchar_t wide = 7;
    assert(mbtowc(&wide, "z", 1) == 1 && wide == L'z');
    assert(btowc('z') == L'z');
    assert(btowc(0xe4) == 0xe4);
    return 0;
}
