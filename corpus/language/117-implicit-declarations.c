// Functions that are called without a declaration are `int f()`: those of the library whose type fits, and those that another
// file defines.
int main(void) {
    int left = twice(20);
    if (left != 40)
        abort_by_error();
    if (0) {
        puts();
        puts("one", "two");
        twice();
    }
    puts("done");
    return 0;
}
