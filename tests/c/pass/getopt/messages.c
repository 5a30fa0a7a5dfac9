// args: -a --bad -zb --name --long=3 file --opt --ver -- -x
// Errors of getopt_long on standard error, and the order of arguments afterwards.
#include <getopt.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static struct option table[] = {
        {"name", required_argument, 0, 'n'}, {"long", no_argument, 0, 'l'}, {"opt", optional_argument, 0, 'o'},
        {"verbose", no_argument, 0, 'v'},    {"version", no_argument, 0, 'V'}, {0}};
    int c, index = -1;
    argv[0] = "prog";
    while ((c = getopt_long(argc, argv, "ab:n:", table, &index)) != -1)
        printf("%d %d %s %d\n", c, optind, optarg ? optarg : "(null)", index);
    for (int i = 0; i < argc; i++)
        printf("%d %s\n", i, argv[i]);
    printf("%d\n", optind);
    char *second[] = {"other", "-c", "--", "rest", NULL};
    optind = 1;
    while ((c = getopt(4, second, ":c:d")) != -1)
        printf("%c %s %c\n", c, optarg ? optarg : "(null)", optopt);
    return 0;
}
