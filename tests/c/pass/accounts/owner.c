// The owners of some files, by name and by number.
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    static const char *paths[] = {"/", "/etc/passwd", "/etc", "/nowhere"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct stat status;
        if (stat(paths[i], &status) != 0) {
            perror(paths[i]);
            continue;
        }
        struct passwd *user = getpwuid(status.st_uid);
        struct group *group = getgrgid(status.st_gid);
        printf("%s %s:%s\n", paths[i], user ? user->pw_name : "?", group ? group->gr_name : "?");
    }
    struct passwd *self = getpwuid(getuid());
    printf("%d\n", self && self->pw_uid == geteuid());
    printf("%s\n", getgrnam("root") ? "group" : "none");
    return 0;
}
