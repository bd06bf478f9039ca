/* _Alignas, _Alignof, __alignof__ and __attribute__((aligned)): alignment requirements
 * under LP64, over-aligned members and objects, and their effect on sizes. */
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>

struct line { _Alignas(64) char c; int i; };
struct pair { char a; alignas(8) char b; };
struct sixteen { int v; } __attribute__((aligned(16)));
typedef int aligned_int __attribute__((aligned(8)));
struct holder { char c; aligned_int v; };

static _Alignas(32) char buffer[3];
static alignas(double) unsigned char raw[sizeof(double)];

int main(void)
{
    char c;
    double d;

    assert(_Alignof(char) == 1 && _Alignof(int) == 4 && alignof(long) == 8);
    assert(__alignof__(double) == 8 && __alignof__(c) == 1 && __alignof__(d) == 8);
    assert(_Alignof(int[7]) == 4 && _Alignof(struct line) == 64);
    assert(sizeof(struct line) == 64 && offsetof(struct line, i) == 4);
    assert(offsetof(struct pair, b) == 8 && sizeof(struct pair) == 16);
    assert(sizeof(struct sixteen) == 16 && sizeof(struct sixteen[3]) == 48);
    assert(offsetof(struct holder, v) == 8 && sizeof(struct holder) == 16);
    assert(sizeof buffer == 3 && sizeof raw == 8);
    assert(_Alignof(max_align_t) == 16);
    return 0;
}
