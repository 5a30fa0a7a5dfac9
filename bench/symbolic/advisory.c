// A collision advisory logic of our own over twelve ints, in the manner of such programs: nested
// thresholds, a switch, two symmetric helper tests. Reads 48 bytes.
#include <stdio.h>
#include <unistd.h>

enum { NONE, UP, DOWN };

static int separation, other_separation, confidence, two_reports, own_altitude, own_rate, other_altitude,
    layer, climb_room, sink_room, other_ability, other_plan;

static int threshold(void) {
    switch (layer) {
    case 0: return 400;
    case 1: return 500;
    case 2: return 640;
    default: return 740;
    }
}

static int climb_bias(void) {
    if (other_ability == 2)
        return climb_room + other_separation;
    return other_ability ? climb_room + 100 : climb_room;
}

static int own_below(void) { return own_altitude < other_altitude; }
static int own_above(void) { return other_altitude < own_altitude; }

static int may_climb(void) {
    int better_up = climb_bias() > sink_room;
    if (better_up)
        return !own_below() || (own_below() && !(sink_room >= threshold()));
    return own_above() && separation >= 300 && climb_room >= threshold();
}

static int may_sink(void) {
    int better_up = climb_bias() > sink_room;
    if (better_up)
        return own_below() && separation >= 300 && sink_room >= threshold();
    return !own_above() || (own_above() && climb_room >= threshold());
}

static int advise(void) {
    int enabled = confidence && own_rate <= 600 && separation > 600;
    int equipped = other_ability == 1;
    int unclear = two_reports && other_plan == NONE;
    if (enabled && ((equipped && unclear) || !equipped)) {
        int up = may_climb() && own_below();
        int down = may_sink() && own_above();
        if (up && down)
            return NONE;
        if (up)
            return UP;
        if (down)
            return DOWN;
    }
    return NONE;
}

int main(void) {
    int *all[] = {&separation, &confidence, &two_reports, &own_altitude, &own_rate, &other_altitude,
                  &other_separation, &layer, &climb_room, &sink_room, &other_ability, &other_plan};
    for (int i = 0; i < 12; i++)
        if (read(0, all[i], sizeof(int)) != sizeof(int))
            return 2;
    return advise();
}
