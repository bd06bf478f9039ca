/* _Bool: conversion compares with zero (so 256, 0.5 and pointers are true), stored
 * values are 0 or 1, it promotes to int, and wrap-around saturates at true. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

static _Bool truth(long v) { return v; }
static bool has_bit(unsigned v, int b) { return v & 1u << b; }

int main(void)
{
    bool b = 256;
    _Bool c;
    unsigned char u = (unsigned char)256;
    int x = 4, *px = &x;

    assert(b == 1 && u == 0);
    b = 0.5;
    assert(b == 1 && (int)0.5 == 0);
    b = px;
    assert(b);
    b = NULL;
    assert(!b);
    assert((bool)-3 + (bool)7 == 2);
    assert(truth(1L << 40) == 1 && truth(0) == 0);
    assert(has_bit(0x80000000u, 31) && !has_bit(6, 0));

    c = 1;
    c++;
    assert(c == 1);
    c += 5;
    assert(c == true);
    c--;
    assert(c == false);
    c |= x;
    assert(c == 1);
    c ^= 1;
    assert(c == 0);
    assert(sizeof(bool) == 1 && sizeof(c + c) == 4);
    assert(-(_Bool)1 == -1 && (_Bool)2 << 3 == 8);
    return 0;
}
