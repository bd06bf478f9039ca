/* The result of an unknown function can be any value, also the one the programmer did
 * not think of: both outcomes of the comparison are possible. */
extern int read_mode(void);
extern void reach_error(void);

int main(void)
{
    switch (read_mode()) {
    case 0:
    case 1:
        return 0;
    default:
        reach_error();          /* "modes are 0 and 1" */
    }
    return 0;
}
