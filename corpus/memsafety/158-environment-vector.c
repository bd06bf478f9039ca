/* `environ` points to the variables of the environment, the last of which is null. No file of the program defines it, so it is not the program's fault what is in it. */
extern char **environ;

int main(void)
{
    const char *first = environ[0];
    return first != 0 && first[0] == '=';
}
