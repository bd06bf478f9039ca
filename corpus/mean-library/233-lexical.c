// C11 6.4: escapes, concatenation, gcc multi-character constants, no trigraphs in gnu11, macros # and ##.
#include <assert.h>
#include <string.h>

#define S(x) #x
#define X(x) S(x)
#define C(a, b) a##b
#define N 12
#define V(f, ...) (sizeof(f) + 0, ##__VA_ARGS__)
int main(void)
{
	int ab = 7;
	assert(sizeof "\08" == 3 && sizeof "\x41" "1" == 3 && "\1012"[0] == 'A' && "\1012"[1] == '2');
	assert(sizeof "??=" == 4 && 'ab' == 'a' * 256 + 'b' && 010 == 8 && 0b101 == 5 && 1e1 == 10 && 0x1p2 == 4);
	assert(strcmp(S(N), "N") == 0 && strcmp(X(N), "12") == 0 && strcmp(S("a" + 'b'), "\"a\" + 'b'") == 0);
	assert(C(a, b) == 7 && V("x") == 2 && V("x", 9) == 9);
	assert(sizeof L"ab" == 12 && sizeof u"ab" == 6 && sizeof u8"\u00e9" == 3 && "abc"[1] == 1["abc"]);
	int i = 3, k = 1, j = i+++k;
	assert(j == 4 && i == 4 && k == 1);
	return 0;
}
