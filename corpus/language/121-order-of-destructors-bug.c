// Destructors run in the reverse order: that without a priority first, so that the other one finds its mark.
extern void reach_error(void);

int mark;

__attribute__((destructor(200))) void late(void) {
    if (mark)
        reach_error();
}

__attribute__((destructor)) void early(void) {
    mark = 1;
}

int main(void) {
    return 0;
}
