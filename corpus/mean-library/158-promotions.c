// C11 6.3.1: integer promotions and usual arithmetic conversions.
#include <assert.h>

enum e { A, B };
int main(void)
{
	unsigned char c = 255;
	short s = (short)40000;
	unsigned u = 1;
	assert(c + 1 == 256 && (unsigned char)(c + 1) == 0 && ~c == -256 && (unsigned char)~c == 0);
	assert(-1 > u && -1L < u && (short)-1 < (unsigned short)1 && s == -25536);
	assert((1 ? -1 : u) > 0 && (char)200 < 0 && -1 > sizeof(int));
	assert((_Bool)0.5 == 1 && (_Bool)256 == 1 && (int)0.9 == 0 && (int)-1.9 == -1);
	c = 1;
	c += 1.7;
	assert(c == 2);
	enum e x = A;
	assert(x - 1 > 0);
	assert((u - 2) / 2 == 2147483647u && ((int)u - 2) / 2 == 0 && -7 % 3 == -1 && 'a' == 97 && '\377' == -1);
	return 0;
}
