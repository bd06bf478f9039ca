/* The number that comes after the wanted one is computed, too, and it is the one that does not fit. */
int main(void)
{
    int a = 0, b = 1;

    for (int i = 0; i < 46; i++) {
        int next = a + b;

        a = b;
        b = next;
    }
    return a != 1836311903;
}
