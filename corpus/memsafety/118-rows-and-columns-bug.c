/* Rows and columns are mixed up: there are two rows, and the third one is read. */
static int matrix[2][3];

static int at(int column, int row)
{
    return matrix[row][column];
}

int main(void)
{
    int sum = 0;

    for (int column = 0; column < 2; column++)
        for (int row = 0; row < 3; row++)
            sum += at(column, row);
    return sum;
}
