/* A connection as a state machine which the environment drives, with a handle that is any number above -1 when it is open.
 * What must be found: in the states OPEN and CLOSING the handle is valid and not above the highest one. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum state { IDLE, CONNECTING, OPEN, CLOSING };

int main(void)
{
    enum state state = IDLE;
    int handle = -1;
    int highest = -1;

    while (1) {
        switch (state) {
        case IDLE:
            if (__VERIFIER_nondet_int())
                state = CONNECTING;
            break;
        case CONNECTING:
            handle = __VERIFIER_nondet_int();
            if (handle > highest)
                highest = handle;
            state = handle <= -1 ? IDLE : OPEN;
            break;
        case OPEN:
            if (handle <= -1 || handle > highest)
                reach_error();
            if (__VERIFIER_nondet_int())
                state = CLOSING;
            break;
        case CLOSING:
            if (handle <= -1 || handle > highest)
                reach_error();
            handle = -1;
            state = IDLE;
            break;
        }
    }
}
