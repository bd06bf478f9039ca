// C11 7.21.6.2: %f writes a float, %lf a double; widths count the point; trailing characters stay.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	float f; double d;
	char c; int i;
	assert(sscanf("3.5e1x", "%f%c", &f, &c) == 2 && f == 35.0f && c == 'x');
	assert(sscanf("12.75", "%3lf%d", &d, &i) == 2 && d == 12.0 && i == 75);
	assert(sscanf("-.5", "%lf", &d) == 1 && d == -0.5);
	assert(sscanf("inf", "%lf", &d) == 1 && d > 1e308);
	assert(sscanf("1,2", "%d,%lf", &i, &d) == 2 && i == 1 && d == 2.0);
	assert(sscanf("1 ,2", "%d,%lf", &i, &d) == 1);
	assert(sscanf("1 ,2", "%d ,%lf", &i, &d) == 2);
	return 0;
}
