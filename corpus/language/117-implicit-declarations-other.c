int twice(int n) {
    return 2 * n;
}

void abort_by_error(void) {
    reach_error();
}
