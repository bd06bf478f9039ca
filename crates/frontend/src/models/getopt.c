// getopt.h, as glibc does it: options are sought among all arguments, which are reordered on the way (the first ones
// that are no options move to the end), unless the options begin with '+' or '-', or the environment variable
// POSIXLY_CORRECT is set. Messages go to a stream that nobody looks at.

//@ getopt
int __raddle_getopt(int, char **, const char *, const void *, int *, int);

int getopt(int argc, char *const *argv, const char *options)
{
    return __raddle_getopt(argc, (char **)argv, options, 0, 0, 0);
}

//@ getopt_long
int __raddle_getopt(int, char **, const char *, const void *, int *, int);

int getopt_long(int argc, char *const *argv, const char *options, const void *longs, int *index)
{
    return __raddle_getopt(argc, (char **)argv, options, longs, index, 0);
}

//@ getopt_long_only
int __raddle_getopt(int, char **, const char *, const void *, int *, int);

int getopt_long_only(int argc, char *const *argv, const char *options, const void *longs, int *index)
{
    return __raddle_getopt(argc, (char **)argv, options, longs, index, 1);
}

//@ __raddle_getopt
_Bool __raddle_nondet_bool(void);
char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';
// Where the next letter of a group of options is; the arguments that are no options, from first to before last.
static char *next_letter;
static int first_other;
static int last_other;
// Whether POSIXLY_CORRECT is set: 0 nobody has looked, 1 no, 2 yes.
static int posixly_correct;

struct long_option { const char *name; int has_argument; int *flag; int value; };

static void exchange(char **argv)
{
    int bottom = first_other;
    int middle = last_other;
    int top = optind;
    // The others move behind the options that were found since.
    while (top > middle && middle > bottom) {
        char *moved = argv[middle];
        int i;
        for (i = middle; i > bottom; i--)
            argv[i] = argv[i - 1];
        argv[bottom] = moved;
        bottom++;
        middle++;
    }
    first_other += optind - last_other;
    last_other = optind;
}

static int is_option(const char *argument)
{
    return argument[0] == '-' && argument[1];
}

static int starts_with(const char *text, const char *prefix, unsigned long size)
{
    unsigned long i;
    for (i = 0; i < size; i++)
        if (text[i] != prefix[i])
            return 0;
    return 1;
}

static int long_option(int argc, char **argv, const char *options, const struct long_option *longs, int *index)
{
    const struct long_option *found = 0;
    unsigned long size = 0;
    int exact = 0;
    int ambiguous = 0;
    int at = 0;
    int i;
    while (next_letter[size] && next_letter[size] != '=')
        size++;
    for (i = 0; longs[i].name; i++)
        if (starts_with(next_letter, longs[i].name, size) && !exact) {
            if (!longs[i].name[size]) {
                found = &longs[i];
                at = i;
                exact = 1;
            } else if (!found) {
                found = &longs[i];
                at = i;
            } else if (found->has_argument != longs[i].has_argument || found->flag != longs[i].flag
                       || found->value != longs[i].value) {
                ambiguous = 1;
            }
        }
    if (!found || ambiguous && !exact) {
        next_letter = 0;
        optind++;
        optopt = 0;
        return '?';
    }
    optind++;
    if (next_letter[size]) {
        if (!found->has_argument) {
            next_letter = 0;
            optopt = found->value;
            return '?';
        }
        optarg = next_letter + size + 1;
    } else if (found->has_argument == 1) {
        if (optind >= argc) {
            next_letter = 0;
            optopt = found->value;
            return options[0] == ':' ? ':' : '?';
        }
        optarg = argv[optind++];
    }
    next_letter = 0;
    if (index)
        *index = at;
    if (found->flag) {
        *found->flag = found->value;
        return 0;
    }
    return found->value;
}

int __raddle_getopt(int argc, char **argv, const char *options, const void *longs, int *index, int only)
{
    int order = 1;
    const char *letter;
    char c;
    if (argc < 1)
        return -1;
    optarg = 0;
    if (optind == 0) {
        optind = 1;
        next_letter = 0;
        first_other = 0;
        last_other = 0;
    }
    if (first_other == 0) {
        first_other = optind;
        last_other = optind;
    }
    if (options[0] == '-' || options[0] == '+') {
        order = options[0] == '-' ? 2 : 0;
        options++;
    } else {
        if (!posixly_correct)
            posixly_correct = 1 + __raddle_nondet_bool();
        order = posixly_correct == 1;
    }
    if (!next_letter || !*next_letter) {
        if (last_other > optind)
            last_other = optind;
        if (first_other > optind)
            first_other = optind;
        if (order == 1) {
            if (first_other != last_other && last_other != optind)
                exchange(argv);
            else if (last_other != optind)
                first_other = optind;
            while (optind < argc && !is_option(argv[optind]))
                optind++;
            last_other = optind;
        }
        if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && !argv[optind][2]) {
            optind++;
            if (first_other != last_other && last_other != optind)
                exchange(argv);
            else if (first_other == last_other)
                first_other = optind;
            last_other = argc;
            optind = argc;
        }
        if (optind == argc) {
            if (first_other != last_other)
                optind = first_other;
            return -1;
        }
        if (!is_option(argv[optind])) {
            if (order == 0)
                return -1;
            optarg = argv[optind++];
            return 1;
        }
        if (longs && argv[optind][1] == '-') {
            next_letter = argv[optind] + 2;
            return long_option(argc, argv, options, longs, index);
        }
        next_letter = argv[optind] + 1;
        if (longs && only) {
            const char *known = options;
            while (*known && *known != argv[optind][1])
                known++;
            if (argv[optind][2] || !*known)
                return long_option(argc, argv, options, longs, index);
        }
    }
    c = *next_letter++;
    letter = options;
    while (*letter && *letter != c)
        letter++;
    if (!*next_letter)
        optind++;
    if (!*letter || c == ':' || c == ';') {
        optopt = c;
        return '?';
    }
    if (letter[1] == ':') {
        if (*next_letter) {
            optarg = next_letter;
            optind++;
        } else if (letter[2] != ':') {
            if (optind == argc) {
                optopt = c;
                c = options[0] == ':' ? ':' : '?';
            } else {
                optarg = argv[optind++];
            }
        }
        next_letter = 0;
    }
    return c;
}
