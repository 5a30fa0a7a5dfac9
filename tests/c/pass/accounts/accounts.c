// Users and groups of the host's files.
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    struct passwd *p = getpwuid(0);
    printf("%s %d %d %s %s\n", p->pw_name, p->pw_uid, p->pw_gid, p->pw_dir, p->pw_shell);
    p = getpwnam("daemon");
    printf("%s %d\n", p ? p->pw_name : "none", p ? (int)p->pw_uid : -1);
    printf("%d %d\n", getpwnam("no such user") == NULL, getgrnam("no such group") == NULL);
    int users = 0, groups = 0;
    long sum = 0;
    while ((p = getpwent()))
        users++, sum += p->pw_uid;
    endpwent();
    struct group *g;
    setgrent();
    while ((g = getgrent())) {
        groups++;
        for (char **m = g->gr_mem; *m; m++)
            printf("%s in %s\n", *m, g->gr_name);
    }
    endgrent();
    printf("%d %ld %d\n", users, sum, groups);
    struct passwd entry, *found;
    char buffer[1000];
    printf("%d %s\n", getpwuid_r(0, &entry, buffer, sizeof buffer, &found), found->pw_name);
    printf("%d\n", getpwuid_r(0, &entry, buffer, 4, &found) == ERANGE && !found);
    printf("%d %d\n", getpwuid_r(54321, &entry, buffer, sizeof buffer, &found), found == NULL);
    struct group genry, *gfound;
    printf("%d %s\n", getgrgid_r(0, &genry, buffer, sizeof buffer, &gfound), gfound->gr_name);
    gid_t list[20];
    int count = 20;
    printf("%d\n", getgrouplist("root", 0, list, &count) == count);
    return 0;
}
