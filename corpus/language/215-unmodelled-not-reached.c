/* What is not modelled and not reached does not matter: nested functions, big-endian records, members of variable size, complex
 * and decimal numbers, vectors, assembly in functions that are never called; a static object nobody mentions. */
#include <assert.h>

struct __attribute__((scalar_storage_order("big-endian"))) big { int x; short y; };
static double _Complex unused = 1.0 + 2.0i;
typedef int v4 __attribute__((vector_size(16)));

int nested(int n) { int add(int x) { return x + n; } auto int later(void); int later(void) { return n; } return add(later()); }
int order(struct big *b) { return b->x + b->y; }
int variable(int n) { struct { int a[n]; char z; } v; v.z = 1; return sizeof v + v.z; }
double part(double _Complex z) { __imag__ z = 1; return __real__ (z * z); }
int decimal(void) { _Decimal64 d = 1.1dd; return d + d == 2.2dd; }
int vector(v4 a, v4 b) { v4 c = a + b; return c[0]; }
int machine(int x) { asm("bswap %0" : "+r"(x)); asm goto("" : : : : out); x++; out: return x; }

int main(void)
{
	assert(sizeof(struct big) == 8 && sizeof(v4) == 16 && sizeof(double _Complex) == 16);
	return 0;
}
