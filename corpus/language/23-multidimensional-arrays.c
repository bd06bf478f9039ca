/* Arrays of arrays: row-major layout, decay of the outer dimension only, pointers to
 * rows, sizeof of each level, and negative indices through an interior pointer. */
#include <assert.h>

#define ROWS 3
#define COLS 4

static int grid[ROWS][COLS];
static char cube[2][3][5];

static int row_sum(int row[COLS]) { return row[0] + row[1] + row[2] + row[3]; }

static int total(int (*rows)[COLS], int n)
{
    int t = 0;
    for (int (*r)[COLS] = rows; r < rows + n; r++)
        t += row_sum(*r);
    return t;
}

static void transpose(int n, int m[2][2])
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            int t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
}

int main(void)
{
    int sq[2][2] = { { 1, 2 }, { 3, 4 } };
    int *flat = &grid[0][0];
    int *mid = grid[1];

    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            grid[i][j] = 10 * i + j;

    assert(row_sum(grid[2]) == 86);
    assert(total(grid, ROWS) == 138);
    assert(total(grid + 1, 1) == 46);
    assert(flat[6] == 12);
    assert(mid[-1] == 3 && mid[4] == 20);
    assert(*(*(grid + 2) + 3) == 23);
    assert(2[grid][1] == 21);

    assert(sizeof grid == 48 && sizeof grid[0] == 16 && sizeof *grid[0] == 4);
    assert(sizeof cube == 30 && sizeof cube[1] == 15 && sizeof cube[1][2] == 5);
    assert(&cube[1][2][3] - &cube[0][0][0] == 28);
    assert(&cube[1] - &cube[0] == 1);
    assert((char *)(&grid[1] + 1) == (char *)grid[2]);

    transpose(2, sq);
    assert(sq[0][1] == 3 && sq[1][0] == 2 && sq[0][0] == 1 && sq[1][1] == 4);
    return 0;
}
