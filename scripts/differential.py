#!/usr/bin/env python3
"""Asks two verifiers about the same damaged, forged and harmlessly changed certificates.

    scripts/differential.py --andor target/release/andor [--mutants 10000] [--seed 1] [--jobs N] [--save DIR]

`andor verify` and scripts/verify.py share no code. This program lets andor solve small positions of
all games, takes the certificates apart, changes something (a move, a rank, a claim, the root, the
history, a number of the index, a bit of a deflate stream, ..), and puts them together again with right
lengths and checksums, so that the change is found by what it means or not at all. Both verifiers
must then say the same, and what they accept must be true: a claim that the original did not make
is compared with a value that `andor solve` finds.

Mutant number K of a seed is the same on every machine. Exit code 0: no disagreement, nothing false;
1: the files that tell are in DIR; 2: something could not be run.
"""

import argparse
import collections
import copy
import json
import multiprocessing
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import verify  # noqa: E402

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Spec string, position ("" is the initial one), moves before it. All are solved in a moment.
SOLVED = [
    ("tic-tac-toe", "", ""),
    ("tic-tac-toe", "w2/3/bb1 w", ""),
    ("tic-tac-toe", "3/1b1/3 w", ""),
    ("connect-four:4x4,line=3", "", ""),
    ("connect-four:4x3", "", ""),
    ("connect-four:5x5", "1w3/1bw2/bwb2/bwbw1/wbbwb w", ""),
    ("breakthrough:2x4", "", ""),
    ("breakthrough:3x4", "", ""),
    ("breakthrough:3x5", "", ""),
    ("breakthrough:4x4", "b1bb/b3/1w1w/w2w b", ""),
    ("breakthrough:3x5,walls=b3", "", ""),
    ("breakthrough:4x5,walls=b3+c3", "bbbb/4/1##1/4/wwww w", ""),
    ("breakthrough:8x8", "8/1b6/8/3w2b1/8/8/1b4w1/8 w", ""),
    ("loa:3x3", "", ""),
    ("loa:4x4", "", ""),
    ("loa:4x4,no-move=loss", "", ""),
    ("loa:4x4,simultaneous=mover,no-move=loss", "", ""),
    ("loa:5x5,simultaneous=mover", "3bb/2w2/5/w1b2/w4 b", ""),
    ("loa:5x5", "b3w/5/1bw2/5/w3b b", ""),
    ("loa:8x8", "2b5/8/2w5/3wb1b1/2ww2b1/wbb5/wb2w3/8 w", ""),
    ("loa:9x9", "9/2b6/9/4b4/2w1w1b2/9/2w2b3/9/9 b", ""),
    ("surakarta", "6/6/1w4/6/1bb3/6 b", ""),
    ("surakarta", "6/4w1/6/6/2b3/6 w", ""),
    ("surakarta", "5b/6/6/6/bb4/wb4 w", ""),
    ("checkers", "8/8/3b1b2/2W5/3b1b2/8/8/8 w", ""),
    ("checkers", "8/8/8/8/8/b7/1w6/w1w5 w", ""),
    ("checkers", "7B/8/8/8/8/8/8/W7 b", ""),
    ("checkers", "8/2W5/8/4W3/8/8/3B4/8 w", ""),
    ("go:2x2", "", ""),
    ("go:2x2", "", "a1 b2 pass"),
    ("go:2x2,komi=1", "", ""),
    ("go:2x2,komi=1", "", "a1 pass"),
    ("go:2x2,ko=positional,komi=1", "", "a1"),
    ("go:2x2,ko=positional,goal=1", "", ""),
    ("go:2x2,ko=positional,goal=2", "", "a1 b2 b1 a2"),
    ("go:2x2,ko=simple", "", ""),
    ("go:3x1", "", ""),
    ("go:3x1,suicide=yes,komi=0.5", "", "b1"),
    ("go:4x1", "", "b1 c1 d1"),
    ("go:4x1,ko=positional", "", "b1 c1 d1"),
    ("go:3x2,ko=simple,suicide=yes,komi=0.5", "", ""),
    ("go:3x3,ko=simple,goal=9", "", ""),
    ("go:3x3,ko=simple,goal=-8", "1w1/ww1/1wb b", ""),
    ("go:4x3,ko=simple,goal=2", "bb1w/1bww/bbw1 w", ""),
    ("go:3x2,komi=-0.5,goal=2", "", ""),
    ("go:3x2,ko=positional,suicide=yes", "", ""),
    ("one-eye:4x4", "4/bbb1/w1w1/1bw1 w eye=w region=a1,b1,a2,b2", ""),
    ("one-eye:4x4,ko=simple", "4/bbb1/w1w1/1bw1 w eye=w region=a1,b1,a2,b2", ""),
    ("one-eye:4x4,ko=positional", "4/bbb1/2w1/2w1 b eye=w region=a1,b1,a2,b2", ""),
    ("one-eye:4x4", "4/bbb1/2w1/2w1 b eye=w region=a1,b1,a2,b2", "a1 b2"),
    ("one-eye:5x4", "5/wbw2/wbwb1/1w1wb b eye=w region=a1,b1,c1,d1", ""),
    ("one-eye:5x4,ko=simple", "5/wbw2/wbwb1/1w1wb b eye=w region=a1,b1,c1,d1", ""),
    ("graph", "", ""),
    ("graph:example.json", "", ""),
    ("graph:example-superko.json", "", ""),
    ("graph:example-superko.json", "", "1"),
    ("graph:all-forms.json", "", ""),
] + [(f"graph:{rule}-{number}.json", "", "") for rule in ("draw", "superko") for number in range(6)]

# The same with leaves that are left to a search of so many positions.
SEARCHED = [
    ("breakthrough:3x4", "", 3),
    ("breakthrough:3x5", "", 1),
    ("breakthrough:3x5", "", 12),
    ("breakthrough:4x4", "", 20),
    ("breakthrough:4x4", "b1bb/b3/1w1w/w2w b", 4),
    ("breakthrough:3x5,walls=b3", "", 6),
    ("breakthrough:8x8", "8/1b6/8/3w2b1/8/8/1b4w1/8 w", 5),
    ("connect-four:4x4,line=3", "", 4),
    ("tic-tac-toe", "w2/3/bb1 w", 2),
    ("loa:4x4", "", 3),
    ("loa:4x4,no-move=loss", "", 10),
    ("loa:5x5,simultaneous=mover", "3bb/2w2/5/w1b2/w4 b", 8),
    ("surakarta", "6/4w1/6/6/2b3/6 w", 4),
    ("checkers", "8/2W5/8/4W3/8/8/3B4/8 w", 6),
    ("go:3x3,ko=simple,goal=9", "", 5),
    ("graph:draw-1.json", "", 2),
]


def random_graph(rule, number):
    """A small graph with cycles; nodes of even number are Black's."""
    rng = random.Random(f"{rule} {number}")
    count = rng.randrange(6, 14)
    nodes = []
    for node in range(count):
        if node > 1 and rng.random() < 0.3:
            nodes.append({"winner": rng.choice([0, 1, 1 - node % 2, None])})
        else:
            others = [other for other in range(count) if other % 2 != node % 2]
            nodes.append({"owner": node % 2, "succ": rng.sample(others, min(len(others), rng.randrange(2, 5)))})
    for node in nodes:  # an owned successor belongs to the other: parity sees to that
        assert "winner" in node or node["succ"]
    return json.dumps({"rule": rule, "nodes": nodes})


# ---- Certificates, taken apart ------------------------------------------------------------------


class Base:
    """A certificate in parts that can be changed and put together again."""

    def __init__(self, raw, name):
        certificate = verify.Certificate(raw)
        self.name = name
        length = struct.unpack_from("<I", raw, 12)[0]
        self.header = json.loads(raw[24 : 24 + length])
        self.version = self.header["format"]
        self.entries = [
            [[key, move, rank] for key, (move, rank) in certificate.entries(section).items()]
            for section in certificate.header.sections
        ]
        self.trees = []
        for section in certificate.header.sections:
            numbers = verify.Numbers(section.tree or b"")
            tree = []
            while numbers.at < len(numbers.raw):
                tree.append(numbers.next())
            self.trees.append(None if section.tree is None else tree)
        # What putting together may be told to do otherwise.
        self.block_size = 4096
        self.change = {}  # the name of a step to a function that changes its bytes
        self.text = None  # changes the header's text

    def step(self, name, value):
        change = self.change.get(name)
        return change(value) if change else value

    def seal(self):
        """The bytes of the file, with right lengths and checksums."""
        header = dict(self.header)
        width = max(1, len(header.get("root_bytes", "00")) // 2)
        blocks, paths = [], b""
        sections = []
        for number, section in enumerate(header.get("sections", [])):
            section = dict(section)
            entries = self.entries[number] if number < len(self.entries) else []
            tree = self.trees[number] if number < len(self.trees) else None
            first = len(blocks)
            for at in range(0, len(entries), self.block_size):
                part = entries[at : at + self.block_size]
                try:
                    columns = self.step("columns", pack_columns(part))
                except OverflowError:
                    columns = b"\0" * len(part)
                deflater = zlib.compressobj(9, zlib.DEFLATED, -15)
                raw = self.step("deflated", deflater.compress(columns) + deflater.flush())
                blocks.append((raw, len(part), number, part[0][0]))
            section["positions"] = len(entries)
            section["first_block"], section["blocks"] = first, len(blocks) - first
            section.pop("paths", None)
            if tree is not None:
                raw = self.step("tree", b"".join(leb128(n) for n in tree))
                section["paths"] = {"bytes": len(raw), "checksum": f"{verify.checksum(raw):016x}"}
                paths += raw
            sections.append(self.step("section", section))
        header["sections"] = sections
        header = self.step("header", header)
        text = json.dumps(header)
        text = (self.text(text) if self.text else text).encode("utf-8", "surrogatepass")
        start = struct.pack("<8sII", b"\x89andor\r\n", self.version, len(text))
        out = start + sealed(start) + text + sealed(text) + paths
        index = b""
        for raw, count, number, key in blocks:
            record = [len(out), len(raw), count, number, verify.checksum(raw)]
            index += struct.pack("<QIIIQ", *self.step("record", record)) + key
            out += raw
        index = self.step("index", index)
        index += sealed(index)
        footer = struct.pack("<QQ", *self.step("footer", [len(out), len(index)]))
        return self.step("file", out + index + footer + sealed(footer) + b"ANDOREND")


def sealed(raw):
    return struct.pack("<Q", verify.checksum(raw))


def leb128(number):
    raw = bytearray()
    while number > 127:
        raw.append(number & 127 | 128)
        number >>= 7
    return bytes(raw + bytes([number]))


def pack_columns(entries):
    numbers = [int.from_bytes(entry[0], "big") for entry in entries]
    deltas = [max(0, after - before) for before, after in zip(numbers, numbers[1:])]
    columns = [entries[0][0]] + [leb128(n) for n in deltas]
    return b"".join(columns + [leb128(entry[1]) for entry in entries] + [leb128(entry[2]) for entry in entries])


# ---- Changes ------------------------------------------------------------------------------------
# Each takes a Base and a random generator, and changes the Base.


def an_entry(base, rng):
    """A list of entries that is not empty, and a place in it; or None."""
    full = [entries for entries in base.entries if entries]
    if not full:
        return None
    entries = rng.choice(full)
    return entries, rng.randrange(len(entries))


def change_move(base, rng):
    found = an_entry(base, rng)
    if found:
        entry = found[0][found[1]]
        entry[1] = rng.choice([entry[1] + 1, max(0, entry[1] - 1), rng.randrange(12), 0, (1 << 32) - 1, 1 << 32])


def change_rank(base, rng):
    found = an_entry(base, rng)
    if found:
        entry = found[0][found[1]]
        choices = [entry[2] + 1, max(0, entry[2] - 1), entry[2] + 2, entry[2] * 2, 0, 1, (1 << 32) - 1, 1 << 32]
        entry[2] = rng.choice(choices)


def change_all_ranks(base, rng):
    entries = rng.choice(base.entries)
    factor, more = rng.choice([(1, 1), (2, 0), (3, 7), (0, 1), (0, 0), (1, -1), (1000, 0)])
    for entry in entries:
        entry[2] = max(0, entry[2] * factor + more)


def swap_two(base, rng):
    found = an_entry(base, rng)
    if found:
        entries, at = found
        other = rng.randrange(len(entries))
        column = rng.randrange(3)
        entries[at][column], entries[other][column] = entries[other][column], entries[at][column]


def change_key(base, rng):
    found = an_entry(base, rng)
    if found:
        entries, at = found
        key = bytearray(entries[at][0])
        place = rng.randrange(len(key))
        key[place] = rng.choice([key[place] ^ 1 << rng.randrange(8), rng.randrange(256), (key[place] + 1) % 243])
        entries[at][0] = bytes(key)
        if rng.random() < 0.8:
            entries.sort()


def drop_entry(base, rng):
    found = an_entry(base, rng)
    if found:
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            if found[0]:
                found[0].pop(rng.randrange(len(found[0])))


def repeat_entry(base, rng):
    found = an_entry(base, rng)
    if found:
        entries, at = found
        entries.insert(at, list(entries[at]))


def move_entry(base, rng):
    """To another section, or to another place of its own."""
    found = an_entry(base, rng)
    if found:
        entry = found[0].pop(found[1])
        target = rng.choice(base.entries)
        target.insert(rng.randrange(len(target) + 1), entry)
        if rng.random() < 0.7:
            target.sort()


def rules_of(base):
    return GAMES.of(base.header["game"])


def add_entry(base, rng):
    """A position that play from an entry (or the root) leads to becomes an entry, too."""
    game = rules_of(base)
    number = rng.randrange(len(base.entries))
    entries = base.entries[number]
    position = game and game.decode(rng.choice(entries)[0] if entries else bytes.fromhex(base.header["root_bytes"]))
    for _ in range(rng.choice([1, 2, 2, 2, 3])):
        if position is None or game.outcome(position) is not None or not game.moves(position):
            return
        position = rng.choice(game.moves(position))[1]
    if position is None or game.outcome(position) is not None:
        return
    encode = game.encode if rng.random() < 0.2 else game.key
    position = game.decode(encode(position))
    moves = game.moves(position)
    holder = verify.CLAIMS[base.header["sections"][number]["claim"]][0]
    winning = [place for place, (_, after) in enumerate(moves) if game.outcome(after) == holder]
    move = rng.choice(winning) if winning else rng.randrange(max(1, len(moves)))
    entries.append([game.encode(position), move, rng.choice([0, 1, 1, 2, 3, 50])])
    entries.sort()


def add_leaf(base, rng):
    """A leaf becomes an entry, too, with a rank that is too high or not."""
    game = rules_of(base)
    number = rng.randrange(len(base.entries))
    entries = base.entries[number]
    holder = verify.CLAIMS[base.header["sections"][number]["claim"]][0]
    for _ in range(50):
        key, move, _ = rng.choice(entries)
        position = game.moves(game.decode(key))[move][1]
        if game.outcome(position) is not None:
            continue
        position = rng.choice(game.moves(position))[1]
        if game.outcome(position) is None and game.key(position) not in [entry[0] for entry in entries]:
            position = game.decode(game.key(position))
            move = move_of_leaf(game, position, holder)[0]
            if game.outcome(game.moves(position)[move][1]) is not None and rng.random() < 0.9:
                continue  # most leaves are won by one move: look for one of the other kind
            entries.append([game.encode(position), move, rng.choice([1, 2, 3, 50])])
            entries.sort()
            return


def second_kind(base, rng):
    """An entry that would also be a leaf of the second kind is left out, or gets a high rank."""
    game = rules_of(base)
    number = rng.randrange(len(base.entries))
    entries = base.entries[number]
    holder = verify.CLAIMS[base.header["sections"][number]["claim"]][0]
    for entry in rng.sample(entries, min(50, len(entries))):
        after = [move[1] for move in game.moves(game.decode(entry[0]))]
        goes_on = [then for then in after if game.outcome(then) is None]
        if len(goes_on) < len(after) and any(game.outcome(then) == holder for then in after):
            continue  # it is one of the first kind
        if any(all(game.outcome(reply) == holder for _, reply in game.moves(then)) for then in goes_on):
            if rng.random() < 0.5:
                entries.remove(entry)
            else:
                entry[2] = rng.choice([2, 3, 50])
            return


def add_odd_entry(base, rng):
    """A position that no game leads to, with a move that wins at once, becomes an entry, too."""
    game = rules_of(base)
    number = rng.randrange(len(base.entries))
    holder = verify.CLAIMS[base.header["sections"][number]["claim"]][0]
    for _ in range(100):
        raw = bytearray(rng.choice(base.entries[number])[0] if base.entries[number] else bytes.fromhex(base.header["root_bytes"]))
        for _ in range(rng.choice([1, 1, 2, 3, len(raw)])):
            raw[rng.randrange(len(raw))] = rng.choice([0, 1, rng.randrange(3), rng.randrange(243), 242, rng.randrange(256)])
        position = game.decode(bytes(raw))
        if position is None or position[0] != holder or game.outcome(position) is not None:
            continue
        position = game.decode(game.key(position))
        moves = [place for place, (_, after) in enumerate(game.moves(position)) if game.outcome(after) == holder]
        if moves or rng.random() < 0.02:
            key = game.key(position)
            base.entries[number] = [entry for entry in base.entries[number] if entry[0] != key]
            wins = base.header["sections"][number]["claim"].endswith("wins")
            base.entries[number].append([key, rng.choice(moves or [0]), 1 if wins else 0])
            base.entries[number].sort()
            return


def other_image(base, rng):
    """An entry in another image than the canonical one."""
    found, game = an_entry(base, rng), rules_of(base)
    if found and game and getattr(game, "images", None):
        entries, at = found
        position = game.decode(entries[at][0])
        if position is not None:
            entries[at][0] = game.encode(game.image(position, rng.choice(game.images)))
            entries.sort()


def change_claim(base, rng):
    number = rng.randrange(len(base.header["sections"]))
    section = base.header["sections"][number]
    section["claim"] = rng.choice(list(verify.CLAIMS) + ["b loses", "B wins", ""])
    if rng.random() < 0.6:
        for entry in base.entries[number]:
            entry[2] = 0 if "lose" in section["claim"] else max(1, entry[2])


def weaken_claim(base, rng):
    """A win is no loss either: but leaves count no more, and ranks are 0."""
    for number, section in enumerate(base.header["sections"]):
        section["claim"] = section["claim"].replace("wins", "does not lose")
        for entry in base.entries[number]:
            entry[2] = 0


def change_sections(base, rng):
    sections, number = base.header["sections"], rng.randrange(len(base.header["sections"]))
    kind = rng.randrange(6)
    if kind == 0:
        for parts in (sections, base.entries, base.trees):
            parts.reverse()
    elif kind == 1:
        for parts in (sections, base.entries, base.trees):
            parts.pop(number)
    elif kind == 2:
        sections.append(copy.deepcopy(sections[number]))
        base.entries.append(copy.deepcopy(base.entries[number]))
        base.trees.append(copy.deepcopy(base.trees[number]))
        sections[-1]["claim"] = rng.choice(list(verify.CLAIMS))
    elif kind == 3:
        base.entries[number] = []
    elif kind == 4:
        base.entries.reverse()
    else:
        base.trees.reverse()


def change_root(base, rng):
    """Another root: its text, its bytes, or both."""
    game = rules_of(base)
    header = base.header
    kind = rng.randrange(6)
    raw = bytearray(bytes.fromhex(header["root_bytes"]))
    if kind == 0:
        raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
        header["root_bytes"] = raw.hex()
    elif kind == 1:
        text = list(header["root"])
        place = rng.randrange(len(text))
        text[place] = rng.choice("bw12 /" + text[place].upper())
        header["root"] = "".join(text)
    elif kind == 2 and game:
        # Somewhere on the way, or the root of another certificate of the same game.
        position = game.decode(bytes(raw))
        for _ in range(rng.randrange(1, 4)):
            if position is None or game.outcome(position) is not None or not game.moves(position):
                return
            position = rng.choice(game.moves(position))[1]
        header["root_bytes"], header["root"] = game.encode(position).hex(), text_of(game, position)
    elif kind == 3 and an_entry(base, rng):
        entries, at = an_entry(base, rng)
        position = game and game.decode(entries[at][0])
        if position is not None:
            header["root_bytes"], header["root"] = entries[at][0].hex(), text_of(game, position)
    elif kind == 4 and game and getattr(game, "images", None):
        position = game.decode(bytes(raw))
        if position is not None:
            position = game.image(position, rng.choice(game.images))
            header["root_bytes"], header["root"] = game.encode(position).hex(), text_of(game, position)
    else:
        # The same position, written otherwise, or nearly so.
        words = header["root"].split(" ")
        choices = ["  ".join(words), "\t" + header["root"] + "\n", header["root"] + " b", header["root"] + " passes=0"]
        choices += ["0" + header["root"], header["root"].replace("/", "//", 1), header["root"].upper(), words[0]]
        choices += [header["root"] + " ko=a1", " ".join(words[::-1]), header["root"].replace("2", "11", 1)]
        header["root"] = rng.choice(choices)


def text_of(game, position):
    """A position as text."""
    if isinstance(game, verify.Graph):
        return f"{position[1]} {'bw'[position[0]]}"
    letters = "0bwBW"
    cells = position[1]
    if isinstance(game, verify.Checkers):
        wide = bytearray(64)
        for square, cell in enumerate(cells):
            column, row = game.place(square)
            wide[8 * row + column] = cell
        cells = bytes(wide)
    ranks = []
    for row in range(game.rows - 1, -1, -1):
        rank, run = "", 0
        for cell in cells[row * game.columns : (row + 1) * game.columns] + b"\xff":
            if cell == 0:
                run += 1
                continue
            rank += (str(run) if run else "") + (letters[cell] if cell < 5 else "")
            run = 0
        ranks.append(rank)
    text = "/".join(ranks) + " " + "bw"[position[0]]
    name = lambda square: "abcdefghi"[square % game.columns] + str(square // game.columns + 1)
    if isinstance(game, verify.Go):
        text += "" if position[3] is None else f" ko={name(position[3])}"
        text += f" passes={position[2]}" if position[2] else ""
    if isinstance(game, verify.OneEye):
        region = ",".join(name(point) for point in range(game.squares) if position[5][point])
        text += f" eye={'bw'[position[4]]} region={region}"
    return text


def change_history(base, rng):
    header, kind = base.header, rng.randrange(10)
    history = header.get("history")
    if history is None:
        # Histories that are not there: without moves, or with some from the root back to it.
        history = {"start": header["root"], "start_bytes": header["root_bytes"], "moves": [], "line": []}
        header["history"] = history
        if rng.random() < 0.8:
            header["format"] = base.version = 5
    moves = history["moves"]
    if kind == 0:
        moves.append(rng.randrange(6))
    elif kind == 1 and moves:
        moves.pop(rng.randrange(len(moves)))
    elif kind == 2 and moves:
        moves[rng.randrange(len(moves))] = rng.randrange(8)
    elif kind == 3:
        history["start"], history["start_bytes"] = header["root"], header["root_bytes"]
    elif kind == 4:
        header.pop("history")
    elif kind == 5:
        history.pop(rng.choice(list(history)))
    elif kind == 6:
        moves.insert(rng.randrange(len(moves) + 1), rng.choice([-1, 1.5, "0", None, 2**64, 0]))
    elif kind == 7:
        history["start_bytes"] = rng.choice([history["start_bytes"].upper(), "zz", "0", "00" + history["start_bytes"], ""])
    elif kind == 8:
        longer_history(base, rng)
    else:
        history["line"] = rng.choice(["", [], ["a1"], None, 7])


def longer_history(base, rng):
    """Goes on from the root, whose moves become history; the proof may or may not hold there."""
    game = rules_of(base)
    history = base.header["history"]
    position = game and game.decode(bytes.fromhex(base.header["root_bytes"]))
    for _ in range(rng.choice([1, 2, 2, 4])):
        if position is None or game.outcome(position) is not None or not game.moves(position):
            return
        number = rng.randrange(len(game.moves(position)))
        position = game.moves(position)[number][1]
        history["moves"].append(number)
    base.header["root_bytes"], base.header["root"] = game.encode(position).hex(), text_of(game, position)


def go_round(base, rng):
    """The history goes round from the root and comes back to it, which superko forbids."""
    game, root = rules_of(base), bytes.fromhex(base.header["root_bytes"])
    if not game.superko:
        return
    history = {"start": base.header["root"], "start_bytes": base.header["root_bytes"], "moves": [], "line": []}
    for _ in range(100):
        position, numbers = game.decode(root), []
        while len(numbers) < 8 and game.outcome(position) is None and game.moves(position):
            numbers.append(rng.randrange(len(game.moves(position))))
            position = game.moves(position)[numbers[-1]][1]
            if game.encode(position) == root:
                base.header.setdefault("history", history)["moves"] += numbers
                base.version = base.header["format"] = 5
                return


def change_spec(base, rng):
    spec = base.header["game"]
    name = spec.split(":")[0].split(",")[0]
    choices = [other for other, _, _ in SOLVED if other.startswith(name)]
    choices += [spec + ",ko=simple", spec + ",ko=positional", spec + ",goal=1", spec + ",komi=-1", spec + ",suicide=yes"]
    choices += [spec + ",no-move=loss", spec + ",simultaneous=mover", spec + ",line=5", spec + ",line=4", spec + ":3x3"]
    choices += [spec.split(",")[0], spec.split(":")[0], spec.upper(), spec + " ", spec.replace("x", "x0"), spec + ","]
    choices += [spec.replace("situational", "positional"), spec.replace("goal=1", "goal=2"), spec + ",komi=0", "chess"]
    choices += [spec.replace("positional", "situational"), spec.replace(",ko=positional", ""), spec + ",goal=0.5"]
    base.header["game"] = rng.choice(choices)


def change_version(base, rng):
    base.version = rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7, 8])
    if base.version == 7 and rng.random() < 0.8:
        base.header.setdefault("leaf_budget", rng.choice([1, 2, 5, 20]))
    if rng.random() < 0.9:
        base.header["format"] = base.version


def change_leaf_budget(base, rng):
    budget = base.header.get("leaf_budget") or rng.choice([0, 1, 3, 10])
    values = [budget - 1, budget + 1, budget // 2, 2 * budget, 1, 0, 1 << 20, (1 << 20) + 1, -1, None, "5", 2.5, 1 << 64]
    base.header["leaf_budget"] = rng.choice(values)
    if rng.random() < 0.2:
        base.header.pop("leaf_budget")
    if rng.random() < 0.5:
        base.version = base.header["format"] = 7


def change_tree(base, rng):
    trees = [tree for tree in base.trees if tree]
    if not trees and rng.random() < 0.8:
        change_move(base, rng)
        return
    if not trees:
        # A tree where there should be none.
        base.trees[rng.randrange(len(base.trees))] = rng.choice([[], [0], [1]])
        base.version = base.header["format"] = rng.choice([2, 3, 5])
        return
    tree = rng.choice(trees)
    place, kind = rng.randrange(len(tree)), rng.randrange(6)
    if kind == 0:
        tree[place] = rng.choice([0, 1, tree[place] + 1, max(0, tree[place] - 1), rng.randrange(12), 1 << 32, 1 << 64])
    elif kind == 1:
        tree.pop(place)
    elif kind == 2:
        tree.insert(place, rng.randrange(5))
    elif kind == 3:
        del tree[place:]
    elif kind == 4:
        tree[place:] = [rng.randrange(6) for _ in range(rng.randrange(20))]
    else:
        base.trees[base.trees.index(tree)] = None


def change_tree_bytes(base, rng):
    def change(raw):
        return some_bytes(raw, rng) if rng.random() < 0.7 else raw.replace(b"\x01", b"\x81\x00", 1)

    base.change["tree"] = change


def grow_tree(base, rng):
    """Entries of a situational tree are dropped, and the tree has a move there instead of 0."""
    for number, tree in enumerate(base.trees):
        if tree and base.entries[number]:
            entry = base.entries[number].pop(rng.randrange(len(base.entries[number])))
            tree[:] = [1 + entry[1] if n == 0 and rng.random() < 0.3 else n for n in tree]


def change_content(base, rng):
    content = base.header.get("content")
    if content is None:
        base.header["content"] = rng.choice(["0" * 64, "00", "", None, 7])
        base.header["format"] = base.version = rng.choice([2, 3, 5, 5])
    else:
        wrong = content[:5] + ("1" if content[5] != "1" else "2") + content[6:]
        base.header["content"] = rng.choice([content.upper(), wrong, content[:-1], content + "0", None, "g" * 64])
        if rng.random() < 0.3:
            base.header.pop("content")


def change_tables(base, rng):
    table = {"file": "t", "game": base.header["game"], "pieces": 3, "checksum": "0" * 16, "sha256": "0" * 64}
    base.header["tables"] = rng.choice([[], [], [table], None, {}, [{}], "none"])
    base.version = base.header["format"] = rng.choice([base.version, base.version, 4, 5])


FIELDS = ["format", "game", "root", "root_bytes", "position_width", "sections", "writer", "history", "content", "tables"]
SECTION_FIELDS = ["claim", "positions", "first_block", "blocks", "paths", "bytes", "checksum", "start", "moves", "line"]
VALUES = [None, 0, 1, -1, 1.0, 2.5, "", "x", [], {}, True, 1 << 63, 1 << 64, 1e300]


def change_field(base, rng):
    """A field is missing, has another type, or is there in vain."""
    kind, name, value = rng.randrange(4), rng.choice(FIELDS), rng.choice(VALUES)

    def header(fields):
        fields = dict(fields)
        if kind == 0:
            fields.pop(name, None)
        elif kind == 1:
            fields[name] = value
        elif kind == 2:
            fields[rng.choice(["comment", "Format", "proof", "é"])] = value
        else:
            fields = dict(sorted(fields.items(), key=lambda _: rng.random()))
        return fields

    base.change["header"] = header


def change_section_field(base, rng):
    name, value = rng.choice(SECTION_FIELDS), rng.choice(VALUES)
    kind, more = rng.randrange(4), rng.choice([-1, 1, 2])

    def section(fields):
        fields = copy.deepcopy(fields)
        inner = fields["paths"] if "paths" in fields and rng.random() < 0.3 else fields
        if kind == 0:
            inner.pop(name, None)
        elif kind == 1:
            inner[name] = value
        elif kind == 2 and type(inner.get(name)) is int:
            inner[name] += more
        elif type(fields.get("paths")) is dict:
            text = fields["paths"]["checksum"]
            fields["paths"]["checksum"] = text.upper() if more == 1 else text[1:] + text[:1]
        return fields

    base.change["section"] = section


def change_text(base, rng):
    """The header's text: the same field twice, spaces, other bytes."""
    name, kind = rng.choice(FIELDS + SECTION_FIELDS), rng.randrange(7)

    def text(header):
        at = header.find(f'"{name}"')
        if kind == 0 and at >= 0:
            return header[:at] + f'"{name}": {json.dumps(rng.choice(VALUES))}, ' + header[at:]
        if kind == 1:
            return header[:1] + f'"other": {{"{name}": 1, "{name}": 2}}, "other": 3, ' + header[1:]
        if kind == 2:
            return rng.choice(["\ufeff", " ", "\n\t"]) + header + rng.choice(["", " ", "\n", "x", "\0"])
        if kind == 3 and at >= 0:
            return header[: at + 1] + f"\\u{ord(name[0]):04x}" + header[at + 2 :]
        if kind == 4:
            more = ["NaN", "1e5", "-0", "[[]]", '"\\ud800"', '"\\ud83d\\ude00"', "01", "'x'", "1.", "tru", '"\t"', "1e999"]
            return header[:1] + f'"other": {rng.choice(more)}, ' + header[1:]
        if kind == 5:
            place = rng.randrange(len(header))
            return header[:place] + rng.choice([" ", ",", '"', "}", "\udc80", "é", ""]) + header[place + 1 :]
        return header.replace(": ", ":").replace(", ", " ,\r\n")

    base.text = text


def some_bytes(raw, rng):
    """A bit, a byte, or a few bytes more or less."""
    raw = bytearray(raw)
    place = rng.randrange(len(raw) + 1)
    kind = rng.randrange(5)
    if kind == 0 and place < len(raw):
        raw[place] ^= 1 << rng.randrange(8)
    elif kind == 1 and place < len(raw):
        raw[place] = rng.randrange(256)
    elif kind == 2:
        raw.insert(place, rng.choice([0, 1, 128, 255]))
    elif kind == 3:
        del raw[place : place + 1]
    else:
        raw += bytes(rng.randrange(1, 4))
    return bytes(raw)


def change_columns(base, rng):
    base.change["columns"] = lambda raw: some_bytes(raw, rng)


def longer_numbers(base, rng):
    """A number of a block is written with a zero in front."""
    base.change["columns"] = lambda raw: raw[:-1] + bytes([raw[-1] | 128, 0])


def change_deflated(base, rng):
    base.change["deflated"] = lambda raw: some_bytes(raw, rng)


def deflate_otherwise(base, rng):
    """Other streams for the same bytes: stored, of several parts, with an empty part at the end."""
    kind = rng.randrange(4)

    def change(raw):
        inflated = zlib.decompress(raw, -15)
        deflater = zlib.compressobj(0 if kind == 0 else 1, zlib.DEFLATED, -15)
        half = len(inflated) // 2
        out = deflater.compress(inflated[:half]) + (deflater.flush(zlib.Z_FULL_FLUSH) if kind else b"")
        out += deflater.compress(inflated[half:])
        return out + deflater.flush() if kind < 3 else out + deflater.flush(zlib.Z_SYNC_FLUSH)

    base.change["deflated"] = change


def change_record(base, rng):
    place, more = rng.randrange(5), rng.choice([-1, 1, 1, 2, 4096])

    def change(record):
        record = list(record)
        record[place] = max(0, record[place] + more)
        if place in (1, 2, 3):
            record[place] %= 1 << 32
        record[0] %= 1 << 64
        record[4] %= 1 << 64
        return record

    base.change["record"] = change


def change_index(base, rng):
    base.change["index"] = lambda raw: some_bytes(raw, rng)


def change_footer(base, rng):
    place, more = rng.randrange(2), rng.choice([-1, 1, 8, -8, 1 << 40, (1 << 64) - 1])

    def change(footer):
        footer[place] = (footer[place] + more) % (1 << 64)
        return footer

    base.change["footer"] = change


def change_file(base, rng):
    """Nothing is sealed again."""

    def change(raw):
        if rng.random() < 0.3:
            return raw[: rng.randrange(len(raw))]
        return some_bytes(raw, rng)

    base.change["file"] = change


def without_leaves(base, rng):
    """Leaves become entries, as in version 1; then the version is 1 or not."""
    game = rules_of(base)
    if not game or game.superko:
        return
    for section, entries in zip(base.header["sections"], base.entries):
        holder, wins = verify.CLAIMS[section["claim"]]
        known = {entry[0] for entry in entries}
        if not wins or len(known) > 200:
            continue
        after = []
        root = game.decode(bytes.fromhex(base.header["root_bytes"]))
        for key, move, _ in list(entries):
            position = game.decode(key)
            if position is not None and move < len(game.moves(position)):
                after.append(game.moves(position)[move][1])
        if root is not None:
            after += [root] if root[0] != holder else []
        for position in after:
            if game.outcome(position) is not None:
                continue
            for _, reply in game.moves(position):
                key = game.key(reply)
                if game.outcome(reply) is None and key not in known:
                    known.add(key)
                    entries.append([key, *move_of_leaf(game, game.decode(key), holder)])
    for entries in base.entries:
        entries.sort()
    base.version = base.header["format"] = rng.choice([1, 1, 1, 2])


def move_of_leaf(game, position, holder):
    """Move and rank of a leaf."""
    goes_on = []
    for place, (_, after) in enumerate(game.moves(position)):
        if game.outcome(after) == holder:
            return place, 1
        if game.outcome(after) is None:
            goes_on.append((place, after))
    for place, after in goes_on:
        if all(game.outcome(reply) == holder for _, reply in game.moves(after)):
            return place, 1
    return 0, 1


def other_blocks(base, rng):
    base.block_size = rng.choice([1, 2, 3, 7, 40])


# Changes and how often each is made.
CHANGES = [
    (change_move, 10), (change_rank, 10), (change_all_ranks, 4), (swap_two, 4), (change_key, 8), (drop_entry, 8),
    (repeat_entry, 1), (move_entry, 3), (add_entry, 8), (add_leaf, 3), (second_kind, 4), (add_odd_entry, 8), (other_image, 2), (change_claim, 4), (weaken_claim, 2),
    (change_sections, 4), (change_root, 8), (change_history, 8), (go_round, 3), (change_spec, 6), (change_version, 6), (change_leaf_budget, 6),
    (change_tree, 10), (change_tree_bytes, 2), (grow_tree, 2), (change_content, 2), (change_tables, 2),
    (change_field, 4), (change_section_field, 4), (change_text, 4), (change_columns, 4), (longer_numbers, 1),
    (change_deflated, 3), (deflate_otherwise, 1), (change_record, 2), (change_index, 2), (change_footer, 1),
    (change_file, 3), (without_leaves, 4), (other_blocks, 3),
]  # fmt: skip


def mutant(bases, seed, number):
    """A file that differs from its original, and what was done to make it."""
    rng = random.Random(f"{seed} {number}")
    while True:
        base = copy.deepcopy(rng.choice(bases))
        before = base.seal()
        changes = rng.choices([c for c, _ in CHANGES], [w for _, w in CHANGES], k=rng.choice([1, 1, 1, 1, 2, 2, 3]))
        if rng.random() < 0.2:
            changes.append(other_blocks)
        try:
            for change in changes:
                change(base, rng)
            raw = base.seal()
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, struct.error, zlib.error):
            continue  # one change has left nothing for the next, or nothing that can be written
        if raw != before:
            return raw, f"{base.name}: {', '.join(change.__name__ for change in changes)}"


# ---- The two verifiers, and the truth -----------------------------------------------------------


class Games:
    """Rules by spec string, made once, which remember positions from one mutant to the next."""

    def __init__(self):
        self.made = {}

    def of(self, spec):
        if spec not in self.made:
            game = verify.game_of(spec) if type(spec) is str else None
            if game is not None:
                remembering = verify.Remembering(game)
                game.moves, game.outcome, game.key = remembering.moves, remembering.outcome, remembering.key
            self.made[spec] = game
        return self.made[spec]


GAMES = Games()


def python_says(raw):
    """"accepted", or the kind of the refusal."""
    try:
        verify.verify(raw, GAMES.of)
        return "accepted"
    except verify.Rejected as why:
        return why.kind


def andor_says(andor, raw, name):
    with open(name, "wb") as file:
        file.write(raw)
    ended = subprocess.run([andor, "verify", "--threads", "1", name], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    words = ended.stderr.decode("utf-8", "replace")
    if ended.returncode == 0:
        return "accepted", words
    if ended.returncode not in (2, 3):
        return f"exit code {ended.returncode}", words
    kinds = [("damaged certificate", "damaged"), ("not a certificate", "damaged"), ("not a proof", "not a proof")]
    return next((kind for text, kind in kinds if text in words), "cannot be judged"), words


class Truth:
    """Values of positions, by claims of originals and by `andor solve`."""

    def __init__(self, andor):
        self.andor, self.values = andor, {}

    @staticmethod
    def question(header):
        history = header.history
        if history is not None and not history[2]:
            history = None
        return header.game, header.root_bytes, history and (history[1], tuple(history[2]))

    def learn(self, raw):
        header = verify.Certificate(raw).header
        claims = {section.claim for section in header.sections}
        value = verify.BLACK if "b wins" in claims else verify.WHITE if "w wins" in claims else verify.DRAW
        self.values[self.question(header)] = value

    def is_true(self, raw):
        """Whether all claims are true; None if that was not found out."""
        try:
            header = verify.Certificate(raw).header
        except verify.Rejected:
            return None  # only andor has accepted it: a disagreement
        question = self.question(header)
        if question not in self.values:
            self.values[question] = self.solve(header)
        value = self.values[question]
        if value is None:
            return None
        for section in header.sections:
            if value != section.holder if section.wins else value == 1 - section.holder:
                return False
        return True

    def solve(self, header):
        words = [self.andor, "solve", header.game, "--json", "--time", "60s", "--position"]
        if header.history:
            words += [header.history[0], "--moves", self.line(header)]
        else:
            words += [header.root]
        ended = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        lines = ended.stdout.decode().split("\n")
        value = json.loads(lines[0]).get("value") if ended.returncode == 0 else None
        side = GAMES.of(header.game).decode(header.root_bytes)[0]
        return {"win": side, "loss": 1 - side, "draw": verify.DRAW}.get(value)

    @staticmethod
    def line(header):
        """The moves of a history as text."""
        game, words = GAMES.of(header.game), []
        position = game.decode(header.history[1])
        for number in header.history[2]:
            code, after = game.moves(position)[number]
            if isinstance(game, verify.Graph):
                words.append(str(after[1]))
            elif code == game.squares:
                words.append("pass")
            else:
                words.append("abcdefghi"[code % game.columns] + str(code // game.columns + 1))
            position = after
        return " ".join(words)


# ---- All together -------------------------------------------------------------------------------


def originals(andor, folder):
    """Certificates of all games, made by andor in `folder`; both verifiers accept them."""
    for name in ("example.json", "example-superko.json", "all-forms.json"):
        shutil.copy(os.path.join(HERE, "testdata", "graphs", name), folder)
    for rule in ("draw", "superko"):
        for number in range(6):
            with open(os.path.join(folder, f"{rule}-{number}.json"), "w") as file:
                file.write(random_graph(rule, number))
    os.chdir(folder)
    found = []
    # Without a table, "zone" is where the rules settle a position: unconditional life in Go.
    solved = [(*asked, "zone" if asked[0].startswith("go:") else "none") for asked in SOLVED]
    solved += [(spec, position, "", f"search:{budget}") for spec, position, budget in SEARCHED]
    for spec, position, moves, leaves in solved:
        words = [andor, "solve", spec, "--leaves", leaves, "--proof", "original.proof"]
        words += ["--position", position] if position else []
        words += ["--moves", moves] if moves else []
        if os.path.exists("original.proof"):
            os.remove("original.proof")
        ended = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        name = " ".join([spec, position, moves, leaves if leaves.startswith("search") else ""]).strip()
        if ended.returncode != 0:
            raise SystemExit(f"andor does not solve {name}: {ended.stderr.decode()}")
        with open("original.proof", "rb") as file:
            raw = file.read()
        said = python_says(raw), andor_says(andor, raw, "original.proof")[0]
        if said != ("accepted", "accepted"):
            raise SystemExit(f"{name}: verify.py says {said[0]}, andor says {said[1]}")
        found.append((name, raw))
    return found


def check_deep_trees(andor):
    """A tree may have 1,100 moves of the holder on a path, and no more."""
    for moves in (1100, 1101):
        nodes = [{"owner": node % 2, "succ": [node + 1]} for node in range(2 * moves - 1)] + [{"winner": 0}]
        with open("deep.json", "w") as file:
            json.dump({"rule": "superko", "nodes": nodes}, file)
        base = Base.__new__(Base)
        base.version, base.block_size, base.change, base.text = 3, 4096, {}, None
        base.header = {"format": 3, "game": "graph:deep.json", "root": "0 b", "root_bytes": "0000000000"}
        base.header.update({"position_width": 5, "sections": [{"claim": "b does not lose"}]})
        base.entries, base.trees = [[]], [[1] * moves]
        raw = base.seal()
        GAMES.made.pop("graph:deep.json", None)
        said = python_says(raw), andor_says(andor, raw, "deep.proof")[0]
        if said != (("accepted", "accepted") if moves == 1100 else ("not a proof", "not a proof")):
            raise SystemExit(f"a tree with {moves} moves on a path: verify.py says {said[0]}, andor says {said[1]}")


def start_worker(andor, folder, raws, seed):
    global WORK
    os.chdir(folder)
    truth = Truth(andor)
    for _, raw in raws:
        truth.learn(raw)
    WORK = andor, [Base(raw, name) for name, raw in raws], seed, truth


def work(number):
    """What the verifiers say of a mutant, and the mutant if that is worth keeping."""
    andor, bases, seed, truth = WORK
    raw, what = mutant(bases, seed, number)
    ours = python_says(raw)
    theirs, words = andor_says(andor, raw, f"mutant-{os.getpid()}")
    is_true = True
    if "accepted" in (ours, theirs):
        is_true = truth.is_true(raw)
    keep = (ours == "accepted") != (theirs == "accepted") or is_true is False or theirs.startswith("exit code")
    what += f" ({words.strip()[-150:]})" if ours != theirs else ""
    return number, what, ours, theirs, is_true, raw if keep else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--andor", required=True, help="the binary")
    parser.add_argument("--mutants", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--save", default="disagreements", help="where files that tell are written")
    parser.add_argument("--kinds", action="store_true", help="also list refusals of different kinds, and count changes")
    words = parser.parse_args()
    andor, save = os.path.abspath(words.andor), os.path.abspath(words.save)
    counts = {"accepted": 0, "disagreements": 0, "false": 0, "undecided": 0, "other kind": 0}
    by_change = {}
    with tempfile.TemporaryDirectory(prefix="andor-differential-") as folder:
        # What andor remembers of files it has verified is not to fill the user's cache.
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        raws = originals(andor, folder)
        check_deep_trees(andor)
        arguments = (andor, folder, raws, words.seed)
        with multiprocessing.Pool(words.jobs, start_worker, arguments) as pool:
            for number, what, ours, theirs, is_true, raw in pool.imap_unordered(work, range(words.mutants), 50):
                for change in what.partition(" (")[0].rpartition(": ")[2].split(", "):
                    by_change.setdefault(change, collections.Counter())[theirs] += 1
                counts["accepted"] += ours == theirs == "accepted"
                counts["undecided"] += is_true is None
                if ours != theirs and raw is None:
                    counts["other kind"] += 1
                    if words.kinds:
                        print(f"mutant {number}: verify.py {ours}, andor {theirs}: {what}")
                if raw is not None:
                    counts["false" if is_true is False else "disagreements"] += 1
                    os.makedirs(save, exist_ok=True)
                    path = os.path.join(save, f"{words.seed}-{number}.proof")
                    with open(path, "wb") as file:
                        file.write(raw)
                    print(f"mutant {number}: verify.py {ours}, andor {theirs}, true {is_true}: {what}: {path}", flush=True)
    if words.kinds:
        for change, verdicts in sorted(by_change.items()):
            print(f"{change:20} " + ", ".join(f"{verdict} {n}" for verdict, n in verdicts.most_common()))
    print(
        f"{words.mutants} mutants of {len(raws)} certificates: {counts['disagreements']} disagreements, "
        f"{counts['accepted']} accepted, {counts['false']} false, {counts['undecided']} not decided; "
        f"{counts['other kind']} refused for reasons of different kinds"
    )
    return 1 if counts["disagreements"] or counts["false"] else 0


if __name__ == "__main__":
    sys.exit(main())
