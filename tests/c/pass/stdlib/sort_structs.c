#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char name[12];
    short age;
    double score;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}

static int by_score(const void *a, const void *b)
{
    double x = ((const struct person *)a)->score, y = ((const struct person *)b)->score;
    return (x > y) - (x < y);
}

static int by_pointer(const void *a, const void *b)
{
    return by_score(*(struct person *const *)a, *(struct person *const *)b);
}

int main(void)
{
    struct person people[] = {{"dora", 30, 2.5}, {"abel", 25, 9.25}, {"carl", 41, -1.0}, {"bert", 19, 2.5}, {"emil", 33, 0.0}};
    struct person *pointers[5], key = {"carl", 0, 0};
    for (int i = 0; i < 5; i++)
        pointers[i] = &people[i];
    qsort(pointers, 5, sizeof *pointers, by_pointer);
    for (int i = 0; i < 5; i++)
        printf("%s %g\n", pointers[i]->name, pointers[i]->score);
    qsort(people, 5, sizeof *people, by_name);
    struct person *found = bsearch(&key, people, 5, sizeof *people, by_name);
    printf("%s is %d years old\n", found->name, found->age);
    qsort(people, 0, sizeof *people, by_name);
    qsort(people, 5, sizeof *people, by_score);
    for (int i = 0; i < 5; i++)
        printf("%s ", people[i].name);
    puts("");
    return 0;
}
