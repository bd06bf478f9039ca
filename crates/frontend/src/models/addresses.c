// Addresses of the network as text and back, exactly (arpa/inet.h), and what the name service tells (netdb.h).

//@ inet_pton
int *__errno_location(void);

static int four_numbers(const char *text, unsigned char *result)
{
    unsigned char parts[4];
    int i;
    for (i = 0; i < 4; i++) {
        int value = 0;
        int digits = 0;
        while (*text >= '0' && *text <= '9') {
            if (digits && value == 0)
                return 0;
            value = 10 * value + (*text++ - '0');
            if (value > 255)
                return 0;
            digits++;
        }
        if (!digits || *text != (i < 3 ? '.' : 0))
            return 0;
        text++;
        parts[i] = (unsigned char)value;
    }
    for (i = 0; i < 4; i++)
        result[i] = parts[i];
    return 1;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Eight groups of four digits; `::` stands for as many zeros as are missing.
static int eight_groups(const char *text, unsigned char *result)
{
    unsigned char parts[16] = {0};
    int filled = 0;
    int gap = -1;
    int i;
    if (text[0] == ':') {
        if (text[1] != ':')
            return 0;
        text++;
    }
    while (*text) {
        const char *group = text;
        int value = 0;
        int digits = 0;
        if (*text == ':') {
            if (gap >= 0)
                return 0;
            gap = filled;
            text++;
            continue;
        }
        while (digit_of(*text) >= 0) {
            value = 16 * value + digit_of(*text++);
            if (++digits > 4)
                return 0;
        }
        if (*text == '.') {
            if (filled > 12 || !four_numbers(group, parts + filled))
                return 0;
            filled += 4;
            break;
        }
        if (!digits || filled > 14 || *text && *text != ':')
            return 0;
        parts[filled++] = (unsigned char)(value >> 8);
        parts[filled++] = (unsigned char)value;
        if (*text == ':') {
            text++;
            if (!*text)
                return 0;
        }
    }
    if (gap >= 0) {
        int moved = filled - gap;
        if (filled == 16)
            return 0;
        for (i = 1; i <= moved; i++) {
            parts[16 - i] = parts[filled - i];
            parts[filled - i] = 0;
        }
        filled = 16;
    }
    if (filled != 16)
        return 0;
    for (i = 0; i < 16; i++)
        result[i] = parts[i];
    return 1;
}

int inet_pton(int family, const char *text, void *address)
{
    if (family == 2)
        return four_numbers(text, address);
    if (family == 10)
        return eight_groups(text, address);
    *__errno_location() = EAFNOSUPPORT;
    return -1;
}

//@ inet_ntop
int sprintf(char *, const char *, ...);
int *__errno_location(void);

static int text_of_groups(const unsigned char *bytes, char *text)
{
    int from = -1;
    int longest = 0;
    int i;
    int j;
    char *at = text;
    for (i = 0; i < 8; i++) {
        for (j = i; j < 8 && !bytes[2 * j] && !bytes[2 * j + 1]; j++) {
        }
        if (j - i > longest) {
            longest = j - i;
            from = i;
        }
    }
    if (longest < 2)
        from = -1;
    for (i = 0; i < 8; i++) {
        if (from >= 0 && i >= from && i < from + longest) {
            if (i == from)
                *at++ = ':';
            continue;
        }
        if (i)
            *at++ = ':';
        // Addresses that hold one of the old kind.
        if (i == 6 && from == 0 && (longest == 6 || longest == 5 && bytes[10] == 0xff && bytes[11] == 0xff)) {
            at += sprintf(at, "%d.%d.%d.%d", bytes[12], bytes[13], bytes[14], bytes[15]);
            break;
        }
        at += sprintf(at, "%x", bytes[2 * i] << 8 | bytes[2 * i + 1]);
    }
    if (from >= 0 && from + longest == 8)
        *at++ = ':';
    *at = 0;
    return (int)(at - text);
}

const char *inet_ntop(int family, const void *address, char *text, unsigned int room)
{
    const unsigned char *bytes = address;
    char result[64];
    int length;
    int i;
    if (family != 2 && family != 10) {
        *__errno_location() = EAFNOSUPPORT;
        return 0;
    }
    if (family == 2)
        length = sprintf(result, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    else
        length = text_of_groups(bytes, result);
    if ((unsigned int)length >= room) {
        *__errno_location() = ENOSPC;
        return 0;
    }
    for (i = 0; i <= length; i++)
        text[i] = result[i];
    return text;
}

//@ inet_aton
// One to four numbers, decimal, octal or hexadecimal, of which the last fills what is left; behind them anything that begins with a blank.
int inet_aton(const char *text, void *address)
{
    static const unsigned long long largest[4] = {0xffffffff, 0xffffff, 0xffff, 0xff};
    unsigned long long value = 0;
    unsigned int result = 0;
    int parts = 0;
    for (;;) {
        int base = 10;
        int digits = 0;
        value = 0;
        if (*text < '0' || *text > '9')
            return 0;
        if (*text == '0') {
            base = 8;
            if ((text[1] == 'x' || text[1] == 'X')
                && (text[2] >= '0' && text[2] <= '9' || text[2] >= 'a' && text[2] <= 'f' || text[2] >= 'A' && text[2] <= 'F')) {
                base = 16;
                text += 2;
            }
        }
        for (;; text++) {
            int digit = *text >= '0' && *text <= '9' ? *text - '0'
                : *text >= 'a' && *text <= 'f'       ? *text - 'a' + 10
                : *text >= 'A' && *text <= 'F'       ? *text - 'A' + 10
                                                     : 99;
            if (digit >= base)
                break;
            value = value * base + digit;
            if (value > 0xffffffff)
                return 0;
            digits++;
        }
        if (!digits)
            return 0;
        if (*text != '.')
            break;
        if (parts == 3 || value > 255)
            return 0;
        result |= (unsigned int)value << (24 - 8 * parts);
        parts++;
        text++;
    }
    if (*text && *text != ' ' && (*text < '\t' || *text > '\r'))
        return 0;
    if (value > largest[parts])
        return 0;
    if (address)
        *(unsigned int *)address = __builtin_bswap32(result | (unsigned int)value);
    return 1;
}

//@ inet_addr
int inet_aton(const char *, void *);

unsigned int inet_addr(const char *text)
{
    unsigned int address;
    return inet_aton(text, &address) ? address : 0xffffffff;
}

//@ inet_ntoa
// One buffer for each thread.
struct internet { unsigned int address; };
int sprintf(char *, const char *, ...);
static __thread char result[18];

char *inet_ntoa(struct internet given)
{
    unsigned int address = given.address;
    sprintf(result, "%d.%d.%d.%d", address & 0xff, address >> 8 & 0xff, address >> 16 & 0xff, address >> 24);
    return result;
}

//@ gai_strerror
// As glibc says it in the "C" locale.
const char *gai_strerror(int error)
{
    switch (error) {
    case -1:
        return "Bad value for ai_flags";
    case -2:
        return "Name or service not known";
    case -3:
        return "Temporary failure in name resolution";
    case -4:
        return "Non-recoverable failure in name resolution";
    case -5:
        return "No address associated with hostname";
    case -6:
        return "ai_family not supported";
    case -7:
        return "ai_socktype not supported";
    case -8:
        return "Servname not supported for ai_socktype";
    case -9:
        return "Address family for hostname not supported";
    case -10:
        return "Memory allocation failure";
    case -11:
        return "System error";
    case -100:
        return "Processing request in progress";
    case -101:
        return "Request canceled";
    case -102:
        return "Request not canceled";
    case -103:
        return "All requests done";
    case -104:
        return "Interrupted by a signal";
    case -105:
        return "Parameter string not correctly encoded";
    default:
        return "Unknown error";
    }
}

//@ getaddrinfo freeaddrinfo
// One or two answers for a name, or an error. What a number or no name at all stands for would be known.
struct answer {
    int flags, family, type, protocol;
    unsigned int size;
    unsigned char *address;
    char *name;
    struct answer *next;
};
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
void __raddle_inexact(const char *);
void __raddle_read_text(const char *);
void __raddle_write_any(void *, unsigned long);
void *malloc(unsigned long);
void free(void *);

static struct answer *answer(const int *wanted)
{
    struct answer *new = malloc(sizeof *new);
    new->flags = wanted ? wanted[0] : 0x28;
    new->family = wanted && wanted[1] ? wanted[1] : __raddle_nondet_bool() ? 2 : 10;
    new->type = wanted && wanted[2] ? wanted[2] : __raddle_one_of(1, 2, 3);
    new->protocol = wanted && wanted[3] ? wanted[3] : new->type == 1 ? 6 : new->type == 2 ? 17 : 0;
    new->size = new->family == 2 ? 16 : 28;
    new->address = malloc(28);
    __raddle_write_any(new->address, new->size);
    *(unsigned short *)new->address = (unsigned short)new->family;
    new->name = 0;
    new->next = 0;
    return new;
}

int getaddrinfo(const char *node, const char *service, const int *wanted, struct answer **result)
{
    if (node)
        __raddle_read_text(node);
    if (service)
        __raddle_read_text(service);
    if (!node && !service)
        return -2;
    if (!node || node[0] >= '0' && node[0] <= '9' || wanted)
        __raddle_inexact("what the name service answers");
    if (__raddle_nondet_bool())
        return __raddle_one_of(-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11);
    *result = answer(wanted);
    if (__raddle_nondet_bool())
        (*result)->next = answer(wanted);
    return 0;
}

void freeaddrinfo(struct answer *first)
{
    while (first) {
        struct answer *next = first->next;
        free(first->address);
        free(first->name);
        free(first);
        first = next;
    }
}
