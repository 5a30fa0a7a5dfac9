// Depth of a tree of folders by recursion; a level without a name is counted, too. Missing code is found through the
// decision that should have had the other outcome.
// $ printf 'right\nwrong\nright\nright\nwrong\nright\nright\nright\n' | whydunit debug -e '2\n' -- ./reach a//b
// $ printf 'd\nd\nd\nd\nd\nd\nd\nd\nd\nd\nd\nd\nd\nd\nd\nd\n' | whydunit debug -e '2\n' -- ./reach a//b | sed -n '/^Suspects/,$p'
// $ whydunit cc -w -DNAMELESS reach.c -o correct
// $ whydunit debug --reference correct -e '2\n' -- ./reach a//b | sed -n '/^The fault/,$p'
#include <stdio.h>
#include <string.h>

static int depth(const char *path)
{
    const char *end = strchr(path, '/');
    if (end == NULL)
        return path[0] != 0;
    int own = 1;
#ifdef NAMELESS
    if (end == path)
        own = 0;
#endif
    return own + depth(end + 1);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    printf("%d\n", depth(argv[1]));
    return 0;
}
