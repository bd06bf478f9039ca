/* A hash of a text in a signed number: it leaves the type after a few characters. */
int main(void)
{
    int hash = 5381;

    for (const char *c = "raddle"; *c; c++)
        hash = hash * 33 + *c;
    return hash == 0;
}
