/* An alias of an object is no copy of it. */
#include <assert.h>

int counter = 3;
extern int same __attribute__((alias("counter")));
int main(void)
{
	same = 9;
	assert(counter == 3);
	return 0;
}
