/* Trailing blanks are cut off, and a text of blanks only is cut off beyond its beginning. */
int main(void)
{
    char text[4] = "   ";
    int last = 2;

    while (text[last] == ' ') {
        text[last] = 0;
        last--;
    }
    return last;
}
