/* Two rows of three columns. */
static int matrix[2][3];

static int at(int column, int row)
{
    return matrix[row][column];
}

int main(void)
{
    int sum = 0;

    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 2; row++)
            sum += at(column, row);
    return sum;
}
