// C11 6.7.5, gcc manual: alignment, packing, flexible and zero-length members, bit-field units (x86-64 psABI).
#include <assert.h>
#include <stddef.h>

struct a { char c; int i; char d; };
struct p { char c; int i; } __attribute__((packed));
struct f { int n; char v[]; };
struct z { long l; int v[0]; };
struct b { unsigned x : 3, y : 30; unsigned : 0; char c; };
struct al { _Alignas(16) char c; char d; };
union u { char c[5]; int i; };
_Static_assert(sizeof(struct a) == 12 && offsetof(struct a, d) == 8, "");
_Static_assert(sizeof(struct p) == 5 && offsetof(struct p, i) == 1, "");
int main(void)
{
	assert(sizeof(struct f) == 4 && offsetof(struct f, v) == 4 && sizeof(struct z) == 8);
	assert(sizeof(struct b) == 12 && sizeof(struct al) == 16 && offsetof(struct al, d) == 1);
	assert(sizeof(union u) == 8 && _Alignof(long double) == 16 && __alignof__(struct p) == 1);
	assert(sizeof(void) == 1 && sizeof(long double) == 16 && sizeof 'a' == 4 && sizeof(struct { }) == 0);
	return 0;
}
