/* The 46th Fibonacci number is 1836311903; the 47th is never computed. */
int main(void)
{
    int a = 0, b = 1;

    for (int i = 1; i < 46; i++) {
        int next = a + b;

        a = b;
        b = next;
    }
    return b != 1836311903;
}
