// `assert` and `__VERIFIER_assert` without a definition are assertions; with one they are what it says.
void __VERIFIER_assert(int);

static int passed;

void static_assert(int condition, const char *text) {
    passed = condition;
}

int main(void) {
    assert(1.5);
    assert("a text" && 1);
    __VERIFIER_assert(3 > 2);
    static_assert(0, "defined above");
    assert(passed == 0);
    return 0;
}
