import shlex

import gdb

# What arrived since gdb stopped last, and what is shown when a line or a function is done.
reached, waiting = [], []
# The items that were shown last, and how many places are still to come.
shown, missing = None, 0
walking = False


class Line:
    """What comes to a source line, or to a function."""

    def __init__(self, place, wanted):
        self.place, self.wanted, self.count = place, wanted, 0
        # By the stack pointer of a call: where the way through the line leads without leaving it.
        self.leads = {}
        for where, next_one, ends in self.stretches():
            Stretch(self, where, next_one, ends)

    def stretches(self):
        """Where the code of the line begins, where each piece of it jumps to, and where it is done."""
        name, _, number = self.place.rpartition(":")
        if not number.isdigit() or not name:
            return [(self.place, None, [])]
        table = sorted(gdb.decode_line(self.place)[1][0].symtab.linetable(), key=lambda row: row.pc)
        found = []
        for at, row in enumerate(table):
            # Rows of the same line in a row are one stretch: they differ in columns only.
            if row.line != int(number) or (at > 0 and table[at - 1].line == row.line):
                continue
            function = function_at(row.pc)
            last = function.end if function else row.pc + 1
            end = min([later.pc for later in table[at:] if later.line != row.line][:1] + [last])
            # In a function that is all on the line its parameters are there from the second row on.
            is_all = at + 1 < len(table) and table[at + 1].line == row.line
            is_all = is_all and function and function.start == row.pc
            begin = table[at + 1].pc if is_all else row.pc
            code = gdb.selected_frame().architecture().disassemble(begin, end - 1)
            ends = self.ends(code, begin, end)
            # Into the middle of it other code comes: the next round of a loop without a step.
            cuts = [target for at, target in jumps(function) if not begin <= at < end and begin < target < end]
            starts = [begin] + sorted(set(cuts))
            for start, stop in zip(starts, starts[1:] + [end]):
                found += self.piece([step for step in code if start <= step["addr"] < stop], stop < end and stop, ends)
        return found

    def piece(self, code, falls_to, ends):
        jump = code[-1]["asm"].split() if code else [""]
        target = "*" + jump[1] if jump[0] == "jmp" else "*%#x" % falls_to if falls_to else None
        # Jumps belong to the line of their loop, but are no executions of it.
        work = [step["addr"] for step in code if not step["asm"].startswith("j")]
        if not work:
            return []
        where = "*%#x" % work[0]
        # Back to its own beginning: the next round of a loop that is all on the line.
        return [(where, None if target == where else target, ends)]

    def ends(self, code, begin, end):
        targets = [target for at, target in targets_of(code)]
        falls = [] if code[-1]["asm"].split()[0] in ("jmp", "ret") else [end]
        return sorted(set(falls + [target for target in targets if not begin <= target < end]))

    def comes(self, stretch):
        call = str(gdb.parse_and_eval("$sp"))
        straight_on = self.leads.pop(call, None) == stretch.where
        if stretch.next_one:
            self.leads[call] = stretch.next_one
        if straight_on:
            return False
        self.count += 1
        if self.count in self.wanted:
            reached.append((self, stretch))
            return True
        return False


class Stretch(gdb.Breakpoint):
    """The beginning of a piece of code of a line."""

    def __init__(self, line, where, next_one, ends):
        super().__init__(where, internal=True)
        self.silent, self.line, self.where, self.next_one, self.code_ends = True, line, where, next_one, ends

    def stop(self):
        return self.line.comes(self)


class Done(gdb.Breakpoint):
    """Where a line is done: shows what it made, when the same call comes there."""

    def __init__(self, where, order):
        super().__init__("*%#x" % where, internal=True)
        self.silent, self.order = True, order

    def stop(self):
        self.order.done(gdb.newest_frame())
        return False


class Returned(gdb.FinishBreakpoint):
    """Shows what a function returns."""

    def __init__(self, frame, items, function):
        super().__init__(frame, internal=True)
        self.silent, self.items, self.function = True, items, function

    def stop(self):
        head(self.items)
        show("the result of " + self.function, text(self.return_value))
        return False


class Order:
    """Items to be shown when the line is done in this call."""

    def __init__(self, frame, items, names, ends):
        self.frame, self.items, self.names, self.open = frame, items, names, True
        self.symbols = symbols(frame)
        self.places = [Done(where, self) for where in ends]

    def done(self, frame):
        if not self.open or not self.frame.is_valid() or frame != self.frame:
            return
        self.open = False
        head(self.items)
        self.show(frame, self.names)

    def show(self, frame, names):
        for name in dict.fromkeys(names):
            show(name, self.value(name, frame))

    def value(self, name, frame):
        """Also of a variable whose scope was just left: its place is still there."""
        found = value(name)
        if found is None and name in self.symbols:
            found = text(self.symbols[name].value(frame))
        return found


def function_at(pc):
    block = gdb.block_for_pc(pc)
    while block and not block.function:
        block = block.superblock
    return block


def targets_of(code):
    """Where the jumps of some code are, and where they lead."""
    found = [(step["addr"], step["asm"].split()) for step in code if step["asm"].startswith("j")]
    return [(at, int(jump[1], 16)) for at, jump in found if jump[1].startswith("0x")]


def jumps(function):
    """Those of a function."""
    if not function:
        return []
    code = gdb.selected_frame().architecture().disassemble(function.start, function.end - 1)
    return targets_of(code)


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
    """A pointer to a struct with what it points to: addresses say nothing."""
    if value is None:
        return None
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_PTR and kind.target().strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
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


def show(name, value):
    print("  %s = %s" % (name, value) if value is not None else "  %s is not to be seen here" % name)


def head(items):
    """What the following values belong to, if that is not clear."""
    global shown
    if shown is not items:
        for item in items:
            print(item["title"])
            print("  whydunit: " + item["said"])
    shown = items


def arrive(line, stretch):
    """Shows the items of a place: arguments and what is used at once, what is made when the line is done."""
    global missing
    missing -= 1
    items, frame = line.wanted[line.count], gdb.newest_frame()
    head(items)
    begin, later = [], []
    for item in items:
        if item["inside"]:
            print("  a later round of a loop that is all on one line: gdb cannot stop there")
        elif item["argument"]:
            begin += item["defines"]
        elif item["round"]:
            begin_of_round(item)
        elif item["decides"]:
            # A decision is the last thing that a line does: `i++` in the head of a loop comes before it.
            later += item["uses"]
        else:
            begin += item["uses"]
            later += item["defines"]
        if item["function"] and not item["inside"]:
            waiting.append(Returned(frame, items, item["function"]))
    Order(frame, items, [], []).show(frame, begin)
    if later:
        waiting.append(Order(frame, items, later, stretch.code_ends))


def begin_of_round(item):
    if not item["defines"]:
        print("  in a loop that is all on one line, which begins with")
    for name in item["uses"]:
        show(name, value(name))


def stopped(event):
    for order in [order for order in waiting if isinstance(order, Order) and not order.open]:
        for place in order.places:
            place.delete()
        waiting.remove(order)
    arrived = list(reached)
    reached.clear()
    for line, stretch in arrived:
        arrive(line, stretch)
    if arrived and not walking:
        gdb.execute("frame")
        print("`next` runs the line, `continue` goes to the next place (%d to come)" % missing)


def ended(event):
    if missing:
        print("the program ended before it came to all breakpoints: is it the one that was debugged?")
    waiting.clear()
    begin()


def begin():
    """Counts from the start again: the program may be run once more."""
    global missing
    missing = sum(len(wanted) for wanted in places.values())
    for line in lines:
        line.count = 0
        line.leads.clear()


def alive():
    return gdb.selected_inferior().pid != 0


class All(gdb.Command):
    """Goes on to the end of the program and shows the items of every place on the way."""

    def __init__(self):
        super().__init__("whydunit-all", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        global walking
        walking = True
        while alive():
            said = gdb.execute("continue", to_string=True).splitlines()
            print("\n".join(line for line in said if line and line != "Continuing."))
        walking = False


def arguments():
    """As gdb was given them; what it says of them ends with a full stop."""
    said = gdb.execute("show args", to_string=True)
    return said[said.index('"') + 1 : said.rindex('"')]


def suppress(notes):
    """gdb before version 13 cannot, and says where it stops."""
    try:
        gdb.execute("set suppress-cli-notifications " + notes, to_string=True)
    except gdb.error:
        pass


suppress("on")
# Whatever stands behind `starti` would take the place of the arguments.
if INPUT:
    gdb.execute("set args " + arguments() + " < " + shlex.quote(INPUT))
gdb.execute("starti", to_string=True)
suppress("off")
places = {}
for stop in STOPS:
    places.setdefault(stop["place"], {}).setdefault(stop["count"], []).append(stop)
lines = [Line(place, wanted) for place, wanted in places.items()]
begin()
gdb.events.stop.connect(stopped)
gdb.events.exited.connect(ended)
All()
gdb.execute("continue")
