// C11 7.22.4.4p3: a handler registered while another handler runs is called, too; static objects are still there.
#include <assert.h>
#include <stdlib.h>

static int step;
static void late(void) { assert(step == 1); step = 2; }
static void early(void) { step = 1; atexit(late); }
static void bottom(void) { assert(step == 2); }
int main(void)
{
	atexit(bottom);
	atexit(early);
	return 0;
}
