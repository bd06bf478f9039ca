// A constructor is called before `main`.
int ready;

__attribute__((constructor)) static void give_up(void) {
    ready = 1;
}

int main(void) {
    return ready - 1;
}
