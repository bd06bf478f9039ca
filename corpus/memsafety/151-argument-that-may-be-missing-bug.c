/* The first argument is used without a look at `argc`: if there is none, `argv[1]` is null. */
int main(int argc, char **argv)
{
    (void)argc;
    return argv[1][0] == '-';
}
