/* The index is tested before the element is. */
int main(void)
{
    char text[4] = "   ";
    int last = 2;

    while (last >= 0 && text[last] == ' ') {
        text[last] = 0;
        last--;
    }
    return last;
}
