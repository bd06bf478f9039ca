/* Behind the null at `argv[argc]` the array has ended. */
int main(int argc, char **argv)
{
    if (argc > 3)
        return 0;
    return argv[argc + 1] != 0;
}
