/* Raw strings, attributes in brackets, names in #pragma pack, an lvalue that __builtin_choose_expr chooses, the alignment of
 * atomic records: gcc -std=gnu11 accepts all of them. */
#include <assert.h>
#include <string.h>

#pragma pack(push, outer, 4)
#pragma pack(push, 1)
struct a { char c; double d; };
#pragma pack(pop, outer)
struct b { char c; double d; };
[[gnu::noinline]] static int f(int x [[maybe_unused]]) { return 2; }
struct [[gnu::packed]] c { char c; int i; };
struct d { int x, y; };

int main(void)
{
	assert(sizeof(struct a) == 9 && sizeof(struct b) == 16 && sizeof(struct c) == 5);
	assert(!strcmp(R"x(a"\)b)x", "a\"\\)b"));
	switch (f(1)) { case 2: f(2); [[fallthrough]]; case 3: ; }
	int x = 0;
	__builtin_choose_expr(0, (void)0, x) = 5;
	assert(x == 5);
	assert(_Alignof(_Atomic struct d) == 8 && _Alignof(struct d) == 4);
	return 0;
}
