//! Classes of characters: ctype.h, in the locale "C".
//!
//! The functions with `_loc` give the tables that the macros of glibc's header look into.

use crate::library::contract::Contract;

const LOCALE: &str = "the locale is \"C\"";

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int isalnum(int c)").assumes(LOCALE),
    Contract::of("int isalpha(int c)").assumes(LOCALE),
    Contract::of("int isblank(int c)").assumes(LOCALE),
    Contract::of("int iscntrl(int c)").assumes(LOCALE),
    Contract::of("int isdigit(int c)").assumes(LOCALE),
    Contract::of("int isgraph(int c)").assumes(LOCALE),
    Contract::of("int islower(int c)").assumes(LOCALE),
    Contract::of("int isprint(int c)").assumes(LOCALE),
    Contract::of("int ispunct(int c)").assumes(LOCALE),
    Contract::of("int isspace(int c)").assumes(LOCALE),
    Contract::of("int isupper(int c)").assumes(LOCALE),
    Contract::of("int isxdigit(int c)").assumes(LOCALE),
    Contract::of("int isascii(int c)"),
    Contract::of("int tolower(int c)").assumes(LOCALE),
    Contract::of("int toupper(int c)").assumes(LOCALE),
    Contract::of("int toascii(int c)"),
    Contract::of("const unsigned short **__ctype_b_loc(void)").assumes(LOCALE),
    Contract::of("const int **__ctype_tolower_loc(void)").assumes(LOCALE),
    Contract::of("const int **__ctype_toupper_loc(void)").assumes(LOCALE),
    Contract::of("unsigned long __ctype_get_mb_cur_max(void)").returns(&[(1, 1)]).assumes(LOCALE),
];
