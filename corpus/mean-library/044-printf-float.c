// C11 7.21.6.1p8: %f %e %g with precisions, infinities and NaN; exact ties to even in glibc.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <math.h>

int main(void)
{
	char b[64];
	sprintf(b, "%.2f %f %.0f %.0f", 1.005e2, 0.5, 0.5, 1.5);
	assert(strcmp(b, "100.50 0.500000 0 2") == 0);
	sprintf(b, "%e %.1e %g %g", 12.5, 0.0, 100000.0, 1e6);
	assert(strcmp(b, "1.250000e+01 0.0e+00 100000 1e+06") == 0);
	sprintf(b, "%g %G %f %F", 0.0001, 1e-5, -INFINITY, NAN);
	assert(strcmp(b, "0.0001 1E-05 -inf NAN") == 0);
	sprintf(b, "%06.1f|%-6.1f|%#.0f|%+g", 2.5, 2.5, 3.0, -0.0);
	assert(strcmp(b, "0002.5|2.5   |3.|-0") == 0);
	assert(sprintf(b, "%a", 1.0) == 6 && sprintf(b, "%.1Lf", 2.25L) == 3);
	return 0;
}
