// C11 7.22.5.2: element 2 is in both ranges and has to be moved by both sorts.
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>

static int v[4] = { 9, 2, 1, 0 };
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *t(void *p)
{
	qsort(v + 2, 2, sizeof v[0], cmp);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	qsort(v, 3, sizeof v[0], cmp);
	pthread_join(a, NULL);
	return 0;
}
