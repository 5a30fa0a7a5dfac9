import shlex
import sys
import zlib

import gdb

# What is shown when a statement or a function is done.
waiting = []
# The items that were shown last, and how many stops are still to come.
shown, missing = None, 0
# How many were to come when a long way was announced last.
told = None
walking = False


class Place(gdb.Breakpoint):
    """The code at an address. gdb counts by itself how often the program comes there."""

    def __init__(self, address, wanted):
        super().__init__("*%#x" % address, internal=True)
        self.silent, self.wanted = True, wanted

    def await_next(self, hits):
        """Lets the program pass until the next count at which there is something to see."""
        later = [count for count in self.wanted if count > hits]
        self.enabled = bool(later)
        if later:
            self.ignore_count = min(later) - hits - 1


class Done(gdb.Breakpoint):
    """Where a statement is done: shows what it made."""

    def __init__(self, frame, announced, item):
        super().__init__("*%#x" % (item["done"] + base), internal=True)
        self.silent, self.announced, self.names, self.left = True, announced, item["defines"], item["skip"]
        self.symbols, self.over = symbols(frame), False

    def stop(self):
        if self.left == 0:
            self.announced.head()
            frame = gdb.newest_frame()
            for name in dict.fromkeys(self.names):
                show(name, self.value(name, frame))
            self.over = True
        self.left -= 1
        return False

    def value(self, name, frame):
        """Also of a variable whose scope was just left: its place is still there."""
        found = value(name)
        if found is None and name in self.symbols:
            found = text(self.symbols[name].value(frame))
        return found


class Returned(gdb.FinishBreakpoint):
    """Shows what a function returns."""

    def __init__(self, frame, announced, function):
        super().__init__(frame, internal=True)
        self.silent, self.announced, self.function = True, announced, function

    def stop(self):
        self.announced.head()
        show("the result of " + self.function, text(self.return_value))
        return False


def symbols(frame):
    """The variables of a call that are to be seen on the line where it is, also those that begin there."""
    found = {}
    place = frame.find_sal()
    rows = place.symtab.linetable().line(place.line) if place.symtab else None
    for pc in [frame.pc()] + [row.pc for row in rows or ()]:
        block = gdb.block_for_pc(pc)
        while block and not block.is_static and not block.is_global:
            for symbol in block:
                found.setdefault(symbol.name, symbol)
            block = None if block.function else block.superblock
    return found


def text(value):
    """A pointer to a struct with what it points to: addresses say nothing. A stream is the library's business."""
    if value is None:
        return None
    kind = value.type.strip_typedefs()
    target = kind.target().strip_typedefs() if kind.code == gdb.TYPE_CODE_PTR else kind
    if target is not kind and target.code == gdb.TYPE_CODE_STRUCT and target.name != "_IO_FILE":
        try:
            return "%s -> %s" % (value, value.dereference())
        except gdb.error:
            return str(value)
    return str(value)


def value(name):
    try:
        return text(gdb.parse_and_eval(name))
    except gdb.error:
        return None


def say(line):
    """At once, also while what gdb says is kept back."""
    print(line, file=sys.__stdout__ if walking else sys.stdout, flush=True)


def show(name, value):
    say("  %s = %s" % (name, value) if value is not None else "  %s is not to be seen here" % name)


class Announced:
    """The items of a stop, and the values that they used."""

    def __init__(self, items):
        self.items, self.told, self.uses = items, False, []
        names = dict.fromkeys(name for item in items if not item["shared"] for name in item["uses"])
        self.uses = [(name, value(name)) for name in names]

    def head(self):
        """What the following values belong to, if that is not clear."""
        global shown
        if shown is not self:
            for item in self.items:
                say(item["title"])
                if not self.told:
                    say("  whydunit: " + item["said"])
        if not self.told:
            self.tell()
        shown, self.told = self, True

    def tell(self):
        if any(item["shared"] for item in self.items):
            say("  in a loop that a macro makes: gdb can stop only where the loop begins")
        for name, seen in self.uses:
            show(name, seen)
        if any(item["divided"] for item in self.items):
            say("  it calls a function before it reads all of these: that may change them")


def goes_on(item):
    """Is there more to see when the statement or its function is done?"""
    return not item["shared"] and (item["function"] or item["defines"] and item["done"] is not None)


def arrive(items, frame):
    """Shows the items of a stop. Whoever goes through all is told of a statement when it is done, with what it made:
    it may call a function in which others are shown."""
    global missing
    missing -= 1
    early = [item for item in items if not goes_on(item)]
    if early:
        Announced(early).head()
    for item in items:
        if goes_on(item):
            announced = Announced([item])
            if not walking:
                announced.head()
            if item["defines"] and item["done"] is not None:
                waiting.append(Done(frame, announced, item))
            if item["function"]:
                waiting.append(Returned(frame, announced, item["function"]))


def stopped(event):
    for done in [done for done in waiting if isinstance(done, Done) and done.over]:
        waiting.remove(done)
        done.delete()
    hit = [place for place in getattr(event, "breakpoints", []) if isinstance(place, Place)]
    hit = [place for place in hit if place.hit_count in place.wanted]
    for place in hit:
        arrive(place.wanted[place.hit_count], gdb.newest_frame())
        place.await_next(place.hit_count)
    if hit and not walking:
        gdb.execute("frame")
        print("`next` runs the line, `continue` goes to the next of %d to come, `whydunit-all` shows all" % missing
              if missing else "`next` runs the line; this was the last")


def going(event):
    """gdb stops by itself at each execution that is passed, which takes time: better said than silent."""
    global told
    passed = sum(place.ignore_count for place in places if place.enabled)
    if passed > 20000 and told != missing:
        say("up to %d executions are counted on the way to the next stop: that may take minutes" % passed)
    told = missing


def ended(event):
    for late in waiting:
        if not late.announced.told:
            late.announced.head()
            say("  the program ended before it was done")
    if missing:
        print("the program ended before it came to all breakpoints: were its arguments and its input the same?")
    waiting.clear()
    begin()


def begin():
    """Counts from the start again: the program may be run once more."""
    global missing
    missing = sum(len(place.wanted) for place in places)
    for place in places:
        place.await_next(0)


def alive():
    return gdb.selected_inferior().pid != 0


class All(gdb.Command):
    """Goes on to the end of the program and shows the items of every stop on the way."""

    def __init__(self):
        super().__init__("whydunit-all", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        global walking
        walking = True
        while alive():
            gdb.execute("continue", to_string=True)
        walking = False


def arguments():
    """As gdb was given them; what it says of them ends with a full stop."""
    said = gdb.execute("show args", to_string=True)
    return said[said.index('"') + 1 : said.rindex('"')]


def check_arguments():
    """With others the program does something else."""
    try:
        given = shlex.split(arguments())
    except ValueError:
        return
    if given != ARGUMENTS:
        print("with other arguments than were debugged the program may not come to these breakpoints, or with other "
              "values; those were: " + (shlex.join(ARGUMENTS) or "none"))


def suppress(notes):
    """gdb before version 13 cannot, and says where it stops."""
    try:
        gdb.execute("set suppress-cli-notifications " + notes, to_string=True)
    except gdb.error:
        pass


def is_debugged():
    """Has the program the code whose addresses are known?"""
    start, size, checksum = CODE
    try:
        return zlib.adler32(gdb.selected_inferior().read_memory(start + base, size)) == checksum
    except gdb.MemoryError:
        return False


def by_place():
    """The stops, by address and by count."""
    found = {}
    for stop in STOPS:
        if stop["address"] is None:
            print("%s\n  whydunit: %s\n  the executable has no code for it" % (stop["title"], stop["said"]))
        else:
            found.setdefault(stop["address"], {}).setdefault(stop["count"], []).append(stop)
    return found


suppress("on")
check_arguments()
# Whatever stands behind `starti` would take the place of the arguments.
if INPUT:
    gdb.execute("set args " + arguments() + " < " + shlex.quote(INPUT))
gdb.execute("starti", to_string=True)
suppress("off")
# Where the executable was loaded.
base = int(gdb.parse_and_eval("(unsigned long) &main")) - MAIN
if not is_debugged():
    gdb.execute("kill")
    raise gdb.GdbError("this executable is not the one that was debugged: was it compiled anew?")
places = [Place(address + base, wanted) for address, wanted in by_place().items()]
begin()
gdb.events.stop.connect(stopped)
gdb.events.exited.connect(ended)
gdb.events.cont.connect(going)
All()
gdb.execute("continue")
