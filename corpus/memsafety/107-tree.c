/* A tree is freed from the leaves. */
#include <stdlib.h>

struct tree { struct tree *left, *right; };

static struct tree *grow(int depth)
{
    struct tree *tree;

    if (depth == 0)
        return NULL;
    tree = malloc(sizeof *tree);
    tree->left = grow(depth - 1);
    tree->right = grow(depth - 1);
    return tree;
}

static void fell(struct tree *tree)
{
    if (!tree)
        return;
    fell(tree->left);
    fell(tree->right);
    free(tree);
}

int main(void)
{
    fell(grow(3));
    return 0;
}
