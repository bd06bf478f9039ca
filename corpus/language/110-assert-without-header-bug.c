// `assert` without its header is a call of an undeclared function, and still the assertion.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 7);
    return 0;
}
