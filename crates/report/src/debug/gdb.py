import gdb

reached = []


class Line:
    """What comes to a source line, or to a function."""

    def __init__(self, place, wanted):
        self.place, self.wanted, self.count = place, wanted, 0
        # By the stack pointer of a call: where the way through the line leads without leaving it.
        self.leads = {}
        for where, next_one in self.stretches():
            Stretch(self, where, next_one)

    def stretches(self):
        """Where the code of the line begins, and where each piece of it jumps to."""
        name, _, number = self.place.rpartition(":")
        if not number.isdigit() or not name:
            return [(self.place, None)]
        table = sorted(gdb.decode_line(self.place)[1][0].symtab.linetable(), key=lambda row: row.pc)
        found = []
        for at, row in enumerate(table):
            # Rows of the same line in a row are one stretch: they differ in columns only.
            if row.line != int(number) or (at > 0 and table[at - 1].line == row.line):
                continue
            end = next((later.pc for later in table[at:] if later.line != row.line), row.pc + 1)
            code = gdb.selected_frame().architecture().disassemble(row.pc, end - 1)
            jump = code[-1]["asm"].split()
            target = "*" + jump[1] if jump[0] == "jmp" else None
            # Jumps belong to the line of their loop, but are no executions of it.
            work = [step["addr"] for step in code if not step["asm"].startswith("j")]
            if work:
                where = "*%#x" % work[0]
                # Back to its own beginning: the next round of a loop that is all on the line.
                found.append((where, None if target == where else target))
        return found

    def comes(self, stretch):
        call = str(gdb.parse_and_eval("$sp"))
        straight_on = self.leads.pop(call, None) == stretch.where
        if stretch.next_one:
            self.leads[call] = stretch.next_one
        if straight_on:
            return False
        self.count += 1
        if self.count in self.wanted:
            reached.append((self.place, self.count))
            return True
        return False


class Stretch(gdb.Breakpoint):
    """The beginning of a piece of code of a line."""

    def __init__(self, line, where, next_one):
        super().__init__(where, internal=True)
        self.silent, self.line, self.where, self.next_one = True, line, where, next_one

    def stop(self):
        return self.line.comes(self)


def value(name):
    try:
        return str(gdb.parse_and_eval(name))
    except gdb.error:
        return None


def show(name, text):
    print("  %s = %s" % (name, text) if text is not None else "  %s is not to be seen here" % name)


def arrive(stops):
    """Shows the items of a place: arguments at once, all else when the line has run."""
    frame = gdb.newest_frame()
    before = {name: value(name) for stop in stops for name in stop["uses"]}
    runs_on = all(stop["argument"] or stop["round"] for stop in stops)
    if not runs_on:
        quietly("next")
    # Another stop may be inside a call on the line, and the line may leave the function.
    there = not runs_on and alive() and frame.is_valid() and frame == gdb.newest_frame()
    for stop in stops:
        print(stop["title"])
        print("  whydunit: " + stop["said"])
        if stop["inside"]:
            print("  a later round of a loop that is all on one line: gdb cannot stop there")
            continue
        if stop["round"] and not stop["defines"]:
            print("  in a loop that is all on one line, which begins with")
        for name in stop["uses"]:
            # A decision is the last thing that a line does: `i++` in the head of a loop comes before it.
            show(name, before[name] if stop["defines"] or not there else value(name))
        if stop["defines"] and (there or stop["argument"]):
            show(stop["defines"], value(stop["defines"]))


def alive():
    return gdb.selected_inferior().pid != 0


def quietly(command):
    gdb.execute(command, to_string=True)


def suppress(notes):
    """gdb before version 13 cannot, and says where it stops."""
    try:
        quietly("set suppress-cli-notifications " + notes)
    except gdb.error:
        pass


suppress("on")
quietly("starti" + (" < " + INPUT if INPUT else ""))
places = {}
for stop in STOPS:
    places.setdefault(stop["place"], {}).setdefault(stop["count"], []).append(stop)
lines = [Line(place, wanted) for place, wanted in places.items()]
for _ in range(sum(len(wanted) for wanted in places.values())):
    if not reached:
        quietly("continue")
    if not reached:
        print("the program ended before it came to all breakpoints: is it the one that was debugged?")
        break
    place, count = reached.pop(0)
    arrive(places[place][count])
suppress("off")
