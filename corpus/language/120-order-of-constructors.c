// Constructors run by priority, smaller first and those without one last; equal ones in the order of their definition.
// Alignments of typedefs and members; digraphs.
#include <assert.h>

int n, order<:5:>;
typedef int wide __attribute__((aligned(16)));
struct s <% char c; int x __attribute__((aligned(8))); %>;
struct s member;

__attribute__((constructor)) void a(void) <% order<:n++:> = 1; %>
__attribute__((constructor(300))) void b(void) { order[n++] = 2; }
__attribute__((constructor(200))) void c(void) { order[n++] = 3; }
__attribute__((constructor(300))) void d(void) { order[n++] = 4; }
__attribute__((constructor)) void e(void) { order[n++] = 5; }

int main(void) {
    assert(n == 5 && order[0] == 3 && order[1] == 2 && order[2] == 4 && order[3] == 1 && order[4] == 5);
    assert(_Alignof(wide) == 16 && __alignof__(member.x) == 8 && sizeof(wide) == 4);
    return 0;
}
