// The environment: `getenv`, `setenv` and their like. What the environment has when the program starts is not known: a
// variable is there or not, and its value is any text; who asks again gets the same answer. What the program itself puts
// there is kept exactly.
//
// The GNU C library searches an array without a lock, so that `getenv` races with whoever changes the environment
// (POSIX: `setenv`, `putenv` and `unsetenv` need not be thread-safe). So the array is plain memory here, too. What a
// variable of the first environment was found to be is a matter of the model and no access.

//@ __raddle_initial_variable
// The value that a variable has when the program starts, or null. Its text may be longer than what is modelled of it.
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __raddle_unsupported(const char *);
_Bool __raddle_nondet_bool(void);
void *__raddle_open_block(unsigned long);
void *malloc(unsigned long);
static char *_Atomic names[8];
static char *_Atomic values[8];
static _Atomic int asked;

char *__raddle_initial_variable(const char *name)
{
    char *value = 0;
    int length = 0;
    int i;
    int j;
    while (name[length])
        length++;
    __VERIFIER_atomic_begin();
    for (i = 0; i < asked; i++) {
        const char *known = names[i];
        for (j = 0; j < length && known[j] == name[j]; j++) {
        }
        if (j == length && !known[j])
            break;
    }
    if (i < asked) {
        value = values[i];
    } else {
        char *copy = malloc((unsigned long)length + 1);
        if (i == 8)
            __raddle_unsupported("the ninth variable of the environment that a program asks for");
        if (__raddle_nondet_bool())
            value = __raddle_open_block(64);
        if (!copy)
            __raddle_unsupported("a variable of the environment without memory for its name");
        for (j = 0; j <= length; j++)
            copy[j] = name[j];
        names[i] = copy;
        values[i] = value;
        asked = i + 1;
    }
    __VERIFIER_atomic_end();
    return value;
}

//@ getenv setenv putenv unsetenv clearenv __raddle_own_variable
void __raddle_inexact(const char *);
void __raddle_unsupported(const char *);
void __raddle_read_text(const char *);
char *__raddle_initial_variable(const char *);
void *malloc(unsigned long);
int *__errno_location(void);
// What the program put there, `name=value`, and the names that it took from the first environment.
static char *texts[16];
static int text_count;
static char *taken[16];
static int taken_count;
static int all_taken;

// The position of a variable that the program put there, or -1.
static int place_of(const char *name)
{
    int i;
    for (i = 0; i < text_count; i++) {
        const char *text = texts[i];
        int j = 0;
        while (name[j] && text[j] == name[j])
            j++;
        if (!name[j] && text[j] == '=')
            return i;
    }
    return -1;
}

static int is_taken(const char *name)
{
    int i;
    if (all_taken)
        return 1;
    for (i = 0; i < taken_count; i++) {
        int j = 0;
        while (name[j] && taken[i][j] == name[j])
            j++;
        if (!name[j] && !taken[i][j])
            return 1;
    }
    return 0;
}

static int has_equals(const char *name)
{
    while (*name && *name != '=')
        name++;
    return *name != 0;
}

char *getenv(const char *name)
{
    int i;
    int length = 0;
    if (!*name)
        return 0;
    __raddle_read_text(name);
    i = place_of(name);
    if (i >= 0) {
        while (name[length])
            length++;
        return texts[i] + length + 1;
    }
    if (is_taken(name))
        return 0;
    if (has_equals(name))
        __raddle_inexact("a variable of the environment whose name has the character `=`");
    return __raddle_initial_variable(name);
}

// The value of a variable that the program put there, or null.
char *__raddle_own_variable(const char *name)
{
    int length = 0;
    int i = place_of(name);
    while (name[length])
        length++;
    return i < 0 ? 0 : texts[i] + length + 1;
}

// From here on the first environment does not count for the first bytes of a text. Whether there was memory for that.
static int take(const char *name, int length)
{
    char *copy;
    int i;
    if (all_taken)
        return 1;
    copy = malloc((unsigned long)length + 1);
    if (!copy) {
        *__errno_location() = ENOMEM;
        return 0;
    }
    for (i = 0; i < length; i++)
        copy[i] = name[i];
    copy[length] = 0;
    if (is_taken(copy))
        return 1;
    if (taken_count == 16)
        __raddle_unsupported("an environment of which more than 16 variables are changed");
    taken[taken_count] = copy;
    taken_count++;
    return 1;
}

static void put(char *text, int place)
{
    if (place < 0) {
        if (text_count == 16)
            __raddle_unsupported("an environment with more than 16 variables that the program put there");
        place = text_count;
        text_count++;
    }
    texts[place] = text;
}

int setenv(const char *name, const char *value, int replace)
{
    int place;
    int length = 0;
    int more = 0;
    int i;
    char *text;
    if (!name || !*name || has_equals(name)) {
        *__errno_location() = EINVAL;
        return -1;
    }
    place = place_of(name);
    if (!replace && (place >= 0 || !is_taken(name) && __raddle_initial_variable(name)))
        return 0;
    while (name[length])
        length++;
    while (value[more])
        more++;
    text = malloc((unsigned long)(length + more) + 2);
    if (!text || !take(name, length)) {
        *__errno_location() = ENOMEM;
        return -1;
    }
    for (i = 0; i < length; i++)
        text[i] = name[i];
    text[length] = '=';
    for (i = 0; i <= more; i++)
        text[length + 1 + i] = value[i];
    put(text, place);
    return 0;
}

int unsetenv(const char *name)
{
    int i;
    int length = 0;
    if (!name || !*name || has_equals(name)) {
        *__errno_location() = EINVAL;
        return -1;
    }
    while (name[length])
        length++;
    if (!take(name, length))
        return -1;
    while ((i = place_of(name)) >= 0) {
        text_count--;
        for (; i < text_count; i++)
            texts[i] = texts[i + 1];
        texts[i] = 0;
    }
    return 0;
}

// The text itself becomes a part of the environment.
int putenv(char *text)
{
    int length = 0;
    int place;
    while (text[length] && text[length] != '=')
        length++;
    if (!text[length]) {
        unsetenv(text);
        return 0;
    }
    for (place = 0; place < text_count; place++) {
        int j = 0;
        while (j < length && texts[place][j] == text[j])
            j++;
        if (j == length && texts[place][j] == '=')
            break;
    }
    if (!take(text, length))
        return -1;
    put(text, place < text_count ? place : -1);
    return 0;
}

int clearenv(void)
{
    int i;
    for (i = 0; i < text_count; i++)
        texts[i] = 0;
    text_count = 0;
    all_taken = 1;
    return 0;
}

//@ secure_getenv
// Null in a program that got privileges when it was started.
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
_Bool __raddle_nondet_bool(void);
char *getenv(const char *);
static _Atomic int privileged;

char *secure_getenv(const char *name)
{
    int refused;
    __VERIFIER_atomic_begin();
    if (!privileged)
        privileged = 1 + __raddle_nondet_bool();
    refused = privileged == 2;
    __VERIFIER_atomic_end();
    return refused ? 0 : getenv(name);
}
