/* Printing to a stream that is open for reading fails, and its error indicator says so. */
#include <stdio.h>
#include <assert.h>
int main(void) { FILE *f = fopen("x", "r"); if (!f) return 0; fprintf(f, "a"); assert(ferror(f)); return 0; }
