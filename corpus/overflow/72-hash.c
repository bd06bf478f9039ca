/* The same hash in an unsigned number. */
int main(void)
{
    unsigned hash = 5381;

    for (const char *c = "raddle"; *c; c++)
        hash = hash * 33 + *c;
    return hash == 0;
}
