#!/usr/bin/env python3
"""A second verifier of andor's certificates, in plain Python: docs/inside/certificates.md as a program.

    scripts/verify.py FILE..

It has rules of its own and shares no code with andor; docs/inside/certificates.md ("A second verifier") says
how far it is independent. Numbers in the comments ("rule 3", "check 7") are those of docs/inside/certificates.md.
Certificates that rest on tables are refused ("cannot be judged"): this program has no tables.

Exit code 0: all files are verified; 3: one is rejected; 2: bad usage or a file that cannot be read.

Players are 0 (Black) and 1 (White). A game has ended with the number of the winner or with DRAW.
A position is a tuple that begins with the side to move; a board is `bytes`, one for each square, a1
first, then b1: 0 empty, 1 a black man, 2 a white man.
"""

import functools
import hashlib
import json
import os
import re
import struct
import sys
import zlib

BLACK, WHITE, DRAW = 0, 1, 2
NAMES = ("Black", "White")


class Rejected(Exception):
    """Why a certificate is refused. The kind is one of the three below."""

    def __init__(self, kind, why):
        super().__init__(f"{kind}: {why}")
        self.kind = kind


DAMAGED, NOT_JUDGED, NO_PROOF = "damaged", "cannot be judged", "not a proof"


def require(condition, kind, why):
    if not condition:
        raise Rejected(kind, why)


# ---- Boards -------------------------------------------------------------------------------------

ALL_WAYS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
STRAIGHT = [(0, -1), (-1, 0), (1, 0), (0, 1)]

# Up to five cells in a byte: a number of base 3, the first cell the most significant digit.
PACK = {b"": 0}
UNPACK = [[], [], [], [], [], []]
for length in range(1, 6):
    for byte in range(3**length):
        five = bytes(byte // 3 ** (length - 1 - place) % 3 for place in range(length))
        PACK[five] = byte
        UNPACK[length].append(five)


def pack(cells):
    return bytes(PACK[cells[at : at + 5]] for at in range(0, len(cells), 5))


def unpack(raw, count):
    """The cells, or None: bytes that no cells are packed to."""
    if len(raw) != (count + 4) // 5:
        return None
    fives = [UNPACK[min(5, count - 5 * place)] for place in range(len(raw))]
    if any(byte >= len(five) for byte, five in zip(raw, fives)):
        return None
    return b"".join(five[byte] for byte, five in zip(raw, fives))


def replaced(cells, changes):
    new = bytearray(cells)
    for square, cell in changes:
        new[square] = cell
    return bytes(new)


def read_board(text, columns, rows, letters="bw"):
    """A board as text: the side to move, the cells (places in `letters`, from 1) and further words."""
    words = re.split(r"[ \t-\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+", text)
    words = [word for word in words if word]
    if len(words) < 2 or words[1] not in ("b", "w") or words[0].count("/") != rows - 1:
        return None
    cells = b""
    for rank in words[0].split("/"):
        line = b""
        for run, man in re.findall(r"([0-9]+)|(.)", rank, re.DOTALL):
            if run and len(run.lstrip("0")) < 4:
                line += bytes(int(run))
            elif man and man in letters:
                line += bytes([letters.index(man) + 1])
            else:
                return None
        if len(line) != columns:
            return None
        cells = line + cells
    return "bw".index(words[1]), cells, words[2:]


def square_number(name, columns, rows):
    """The number of the square that is called `name`, or None."""
    name = name.lower()
    if not re.fullmatch(r"[a-z][1-9]", name):
        return None
    column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
    return row * columns + column if column < columns and row < rows else None


class Board:
    """What the games on a board of columns x rows share. `images` is the number of symmetries."""

    superko = None  # or "situational", "positional"
    content = None  # the SHA-256 of what the spec string points at
    race = None  # columns and rows, if the game is a race

    def __init__(self, columns, rows, images):
        self.columns, self.rows, self.squares = columns, rows, columns * rows
        self.width = 1 + (self.squares + 4) // 5
        # Each symmetry as the list of the squares that its squares come from; the identity is not
        # among them. 2: left and right are swapped. 4: rows as well. 8: columns and rows as well.
        self.images = []
        for number in range(1, images):
            image = []
            for square in range(self.squares):
                column, row = square % columns, square // columns
                if number & 4:
                    column, row = row, column
                if number & 1:
                    column = columns - 1 - column
                if number & 2:
                    row = rows - 1 - row
                image.append(row * columns + column)
            self.images.append(image)

    def near(self, square, ways):
        """The squares next to a square."""
        column, row = square % self.columns, square // self.columns
        places = [(column + dx, row + dy) for dx, dy in ways]
        inside = [(x, y) for x, y in places if 0 <= x < self.columns and 0 <= y < self.rows]
        return [y * self.columns + x for x, y in inside]

    def image(self, position, image):
        side, cells = position
        return side, bytes([cells[square] for square in image])

    def key(self, position):
        """The bytes of the canonical form: the least among the images."""
        keys = [self.encode(self.image(position, image)) for image in self.images]
        return min(keys + [self.encode(position)])

    def encode(self, position):
        return bytes([position[0]]) + pack(position[1])

    def decode(self, raw):
        cells = unpack(raw[1:], self.squares)
        return None if cells is None or raw[0] > 1 else (raw[0], cells)

    def parse(self, text):
        """The position that a text stands for, or None."""
        read = read_board(text, self.columns, self.rows)
        if read is None or read[2]:
            return None
        side, cells, _ = read
        return (side, cells) if self.may_be(side, cells) else None

    def has_line(self, cells, player, length):
        """Whether a player has so many men in a line."""
        for square in range(self.squares):
            for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                column, row = square % self.columns, square // self.columns
                x, y = column + (length - 1) * dx, row + (length - 1) * dy
                if 0 <= x < self.columns and 0 <= y < self.rows:
                    step = dx + dy * self.columns
                    if all(cells[square + n * step] == player + 1 for n in range(length)):
                        return True
        return False

    def turns_fit(self, side, cells):
        """Black begins, and the players put men by turns."""
        return cells.count(1) == cells.count(2) + side


# ---- Tic-tac-toe and Connect Four ---------------------------------------------------------------


class TicTacToe(Board):
    def __init__(self):
        super().__init__(3, 3, 8)

    def may_be(self, side, cells):
        return self.turns_fit(side, cells) and not self.has_line(cells, side, 3)

    def outcome(self, position):
        side, cells = position
        if self.has_line(cells, 1 - side, 3):
            return 1 - side
        return None if 0 in cells else DRAW

    def moves(self, position):
        """The legal moves as pairs of a code and the position after it, sorted by codes."""
        side, cells = position
        empty = [square for square in range(9) if not cells[square]]
        return [(square, (1 - side, replaced(cells, [(square, side + 1)]))) for square in empty]


class ConnectFour(Board):
    def __init__(self, columns, rows, line):
        super().__init__(columns, rows, 2)
        self.line = line

    def no_man_hangs(self, cells):
        return all(cells[above - self.columns] or not cells[above] for above in range(self.columns, self.squares))

    def decode(self, raw):
        position = super().decode(raw)
        return position if position and self.no_man_hangs(position[1]) else None

    def may_be(self, side, cells):
        return self.no_man_hangs(cells) and self.turns_fit(side, cells) and not self.has_line(cells, side, self.line)

    def outcome(self, position):
        side, cells = position
        if self.has_line(cells, 1 - side, self.line):
            return 1 - side
        return None if 0 in cells else DRAW

    def moves(self, position):
        side, cells = position
        moves = []
        for column in range(self.columns):
            free = [square for square in range(column, self.squares, self.columns) if not cells[square]]
            if free:
                moves.append((column, (1 - side, replaced(cells, [(free[0], side + 1)]))))
        return moves


# ---- Breakthrough -------------------------------------------------------------------------------


class Breakthrough(Board):
    """`walls` are squares that nobody may enter: `#` in texts, empty in bytes. Who cannot move has lost."""

    WALL = 3

    def __init__(self, columns, rows, walls=()):
        super().__init__(columns, rows, 2)
        if any(image[wall] not in walls for image in self.images for wall in walls):
            self.images = []
        self.walls = frozenset(walls)
        self.race = None if walls else (columns, rows)
        self.goals = (range(columns), range(self.squares - columns, self.squares))
        ahead = ([(-1, -1), (0, -1), (1, -1)], [(-1, 1), (0, 1), (1, 1)])
        self.ahead = [
            [[to for to in self.near(square, ways) if to not in self.walls] for square in range(self.squares)]
            for ways in ahead
        ]

    def parse(self, text):
        read = read_board(text, self.columns, self.rows, "bw#")
        if read is None or read[2]:
            return None
        side, cells, _ = read
        if any((cell == self.WALL) != (square in self.walls) for square, cell in enumerate(cells)):
            return None
        cells = cells.replace(bytes([self.WALL]), bytes(1))
        return (side, cells) if self.may_be(side, cells) else None

    def decode(self, raw):
        position = super().decode(raw)
        return None if position and any(position[1][wall] for wall in self.walls) else position

    def arrived(self, cells, player):
        return any(cells[square] == player + 1 for square in self.goals[player])

    def may_be(self, side, cells):
        few = max(cells.count(1), cells.count(2)) <= 2 * self.columns
        return few and not self.arrived(cells, side) and (2 - side) in cells

    def outcome(self, position):
        side, cells = position
        if self.arrived(cells, 1 - side):
            return 1 - side
        if self.arrived(cells, side):
            return side
        if side + 1 not in cells:
            return 1 - side
        if 2 - side not in cells:
            return side
        return 1 - side if self.walls and not self.moves(position) else None

    def moves(self, position):
        side, cells = position
        moves = []
        for square in range(self.squares):
            if cells[square] != side + 1:
                continue
            for to in self.ahead[side][square]:
                straight = (to - square) % self.columns == 0
                if cells[to] == 0 or (cells[to] == 2 - side and not straight):
                    after = replaced(cells, [(square, 0), (to, side + 1)])
                    moves.append((square * 64 + to, (1 - side, after)))
        return sorted(moves)


# ---- Lines of Action ----------------------------------------------------------------------------


class LinesOfAction(Board):
    PASS = 0x3FFF

    def __init__(self, size, mover_wins, stuck_loses):
        super().__init__(size, size, 8)
        self.mover_wins, self.stuck_loses = mover_wins, stuck_loses
        self.around = [self.near(square, ALL_WAYS) for square in range(self.squares)]
        # For each square and way the squares from there to the edge.
        self.rays = [[self.ray(square, way) for way in ALL_WAYS] for square in range(self.squares)]

    def ray(self, square, way):
        ray = []
        while self.near(square, [way]):
            [square] = self.near(square, [way])
            ray.append(square)
        return ray

    def may_be(self, side, cells):
        return all(1 <= cells.count(man) <= 2 * (self.columns - 2) for man in (1, 2))

    def is_connected(self, cells, player):
        """All men in one unit. A side without men is not connected."""
        start = cells.find(player + 1)
        if start < 0:
            return False
        seen, to_do = {start}, [start]
        while to_do:
            for square in self.around[to_do.pop()]:
                if cells[square] == player + 1 and square not in seen:
                    seen.add(square)
                    to_do.append(square)
        return len(seen) == cells.count(player + 1)

    def outcome(self, position):
        side, cells = position
        mine, theirs = self.is_connected(cells, side), self.is_connected(cells, 1 - side)
        if mine and theirs:
            return 1 - side if self.mover_wins else DRAW
        if mine or theirs:
            return side if mine else 1 - side
        if side + 1 not in cells or 2 - side not in cells:
            return DRAW if not any(cells) else side if side + 1 in cells else 1 - side
        return 1 - side if self.stuck_loses and not self.steps(position) else None

    def steps(self, position):
        side, cells = position
        steps = []
        for square in range(self.squares):
            if cells[square] != side + 1:
                continue
            rays = self.rays[square]
            men = [sum(1 for other in ray if cells[other]) for ray in rays]
            for way, ray in enumerate(rays):
                # The way back is the one as far from the end of ALL_WAYS.
                distance = 1 + men[way] + men[7 - way]
                if distance > len(ray) or cells[ray[distance - 1]] == side + 1:
                    continue
                if all(cells[between] != 2 - side for between in ray[: distance - 1]):
                    to = ray[distance - 1]
                    after = replaced(cells, [(square, 0), (to, side + 1)])
                    steps.append((square * 128 + to, (1 - side, after)))
        return sorted(steps)

    def moves(self, position):
        return self.steps(position) or [(self.PASS, (1 - position[0], position[1]))]


# ---- Surakarta ----------------------------------------------------------------------------------


class Surakarta(Board):
    # Behind each sixth point there is a loop, and behind the last one the circuit begins again.
    CIRCUITS = [
        "a2 b2 c2 d2 e2 f2 e1 e2 e3 e4 e5 e6 f5 e5 d5 c5 b5 a5 b6 b5 b4 b3 b2 b1",
        "a3 b3 c3 d3 e3 f3 d1 d2 d3 d4 d5 d6 f4 e4 d4 c4 b4 a4 c6 c5 c4 c3 c2 c1",
    ]

    def __init__(self):
        super().__init__(6, 6, 8)
        self.around = [self.near(square, ALL_WAYS) for square in range(36)]
        circuits = [[square_number(name, 6, 6) for name in line.split()] for line in self.CIRCUITS]
        # For each point the ways along a circuit, once round: pairs of a point and of whether a
        # loop has been travelled before it.
        self.travels = [[] for _ in range(36)]
        for circuit in circuits:
            for start in range(24):
                for way in (1, -1):
                    travel, looped = [], False
                    for at in range(1, 24):
                        # There is a loop between the points 5 and 6, 11 and 12, 17 and 18, 23 and 0.
                        before, here = (start + way * (at - 1)) % 24, (start + way * at) % 24
                        looped = looped or before // 6 != here // 6
                        travel.append((circuit[here], looped))
                    self.travels[circuit[start]].append(travel)

    def may_be(self, side, cells):
        return max(cells.count(1), cells.count(2)) <= 12 and 2 - side in cells

    def outcome(self, position):
        side, cells = position
        if side + 1 not in cells:
            return 1 - side
        return None if 2 - side in cells else side

    def moves(self, position):
        side, cells = position
        moves = set()
        for square in range(36):
            if cells[square] != side + 1:
                continue
            targets = {to for to in self.around[square] if not cells[to]}
            for travel in self.travels[square]:
                # The first man on the way; the start point counts as empty.
                for to, looped in travel:
                    if cells[to] and to != square:
                        if looped and cells[to] == 2 - side:
                            targets.add(to)
                        break
            for to in targets:
                after = replaced(cells, [(square, 0), (to, side + 1)])
                moves.add((square * 64 + to, (1 - side, after)))
        return sorted(moves) or [(0, (1 - side, cells))]


# ---- English draughts ---------------------------------------------------------------------------


class Checkers(Board):
    """Squares are the 32 playable ones, a1 = 0, c1 = 1, ..; cells 1 to 4 are b, w, B, W."""

    WAYS = [(-1, 1), (1, 1), (-1, -1), (1, -1)]

    def __init__(self):
        super().__init__(8, 8, 1)
        self.width = 13

    @staticmethod
    def number(column, row):
        return row * 4 + column // 2 if 0 <= column < 8 and 0 <= row < 8 else None

    @staticmethod
    def place(square):
        return 2 * (square % 4) + square // 4 % 2, square // 4

    @staticmethod
    def is_own(cell, side):
        return cell in ((1, 3), (2, 4))[side]

    def encode(self, position):
        side, cells = position
        boards = b""
        for kind in [(1, 3), (2, 4), (3, 4)]:  # black pieces, white pieces, kings
            bits = sum(1 << square for square in range(32) if cells[square] in kind)
            boards += bits.to_bytes(4, "little")
        return bytes([side]) + boards

    def decode(self, raw):
        boards = [int.from_bytes(raw[at : at + 4], "little") for at in (1, 5, 9)]
        kinds = {(0, 0, 0): 0, (1, 0, 0): 1, (0, 1, 0): 2, (1, 0, 1): 3, (0, 1, 1): 4}
        cells = [kinds.get(tuple(bits >> square & 1 for bits in boards)) for square in range(32)]
        if raw[0] > 1 or None in cells or 1 in cells[:4] or 2 in cells[28:]:
            return None
        return raw[0], bytes(cells)

    def parse(self, text):
        read = read_board(text, 8, 8, "bwBW")
        if read is None or read[2]:
            return None
        side, all_cells, _ = read
        if any(all_cells[square] for square in range(64) if (square // 8 + square % 8) % 2):
            return None
        cells = bytes(cell for square, cell in enumerate(all_cells) if (square // 8 + square % 8) % 2 == 0)
        pieces = [sum(1 for cell in cells if self.is_own(cell, player)) for player in (0, 1)]
        if 1 in cells[:4] or 2 in cells[28:] or max(pieces) > 12 or not pieces[1 - side]:
            return None
        return side, cells

    def outcome(self, position):
        return None if self.moves(position) else 1 - position[0]

    def ways(self, piece):
        """The numbers of the ways that a piece goes: White's men up, Black's down."""
        return {1: (2, 3), 2: (0, 1), 3: (0, 1, 2, 3), 4: (0, 1, 2, 3)}[piece]

    def moves(self, position):
        side, cells = position
        own = [square for square in range(32) if self.is_own(cells[square], side)]
        captures = []
        for square in own:
            # The piece is in the air, and its square counts as empty.
            board = replaced(cells, [(square, 0)])
            self.jumps(side, board, square, cells[square], square, [], [], captures)
        if captures:
            return sorted(captures)
        steps = []
        for square in own:
            for way in self.ways(cells[square]):
                column, row = self.place(square)
                to = self.number(column + self.WAYS[way][0], row + self.WAYS[way][1])
                if to is not None and not cells[to]:
                    after = replaced(cells, [(square, 0), (to, self.crowned(cells[square], to))])
                    steps.append((square + way * 512, (1 - side, after)))
        return sorted(steps)

    @staticmethod
    def crowned(piece, square):
        return piece + 2 if (piece == 1 and square < 4) or (piece == 2 and square >= 28) else piece

    def jumps(self, side, board, start, piece, square, ways, taken, captures):
        """Adds all captures that go on from `square` after the jumps `ways`."""
        column, row = self.place(square)
        is_last = True
        # A man on its king row has become a king, and stops.
        for way in self.ways(piece) if self.crowned(piece, square) == piece else ():
            dx, dy = self.WAYS[way]
            over, to = self.number(column + dx, row + dy), self.number(column + 2 * dx, row + 2 * dy)
            if to is None or board[to] or over in taken or not self.is_own(board[over], 1 - side):
                continue
            is_last = False
            self.jumps(side, board, start, piece, to, ways + [way], taken + [over], captures)
        if is_last and ways:
            code = start + 32 * len(ways) + sum(way * 512 * 4**n for n, way in enumerate(ways))
            changes = [(over, 0) for over in taken] + [(square, self.crowned(piece, square))]
            captures.append((code, (1 - side, replaced(board, changes))))


# ---- Go and one-eye problems --------------------------------------------------------------------


class Go(Board):
    """A position is side, cells, passes and the point that a simple ko forbids (or None)."""

    def __init__(self, columns, rows, ko, suicide, komi, goal):
        """Komi and goal are in half points."""
        symmetries = 1 if ko != "simple" else 8 if columns == rows else 4
        super().__init__(columns, rows, symmetries)
        self.ko, self.suicide, self.komi, self.goal = ko, suicide, komi, goal
        self.superko = None if ko == "simple" else ko
        self.width += ko == "simple"
        self.around = [self.near(square, STRAIGHT) for square in range(self.squares)]

    def image(self, position, image):
        side, cells, passes, ko = position
        ko = ko if ko is None else image.index(ko)
        return side, bytes([cells[square] for square in image]), passes, ko

    def encode(self, position):
        side, cells, passes, ko = position
        head = [side + 2 * passes] + ([0 if ko is None else ko + 1] if self.ko == "simple" else [])
        return bytes(head) + pack(cells)

    def decode(self, raw):
        simple = self.ko == "simple"
        cells = unpack(raw[1 + simple :], self.squares)
        if cells is None or raw[0] > 5:
            return None
        ko = raw[1] - 1 if simple and raw[1] else None
        if ko is not None and (ko >= self.squares or cells[ko]):
            return None
        return raw[0] % 2, cells, raw[0] // 2, ko

    def parse(self, text):
        read = read_board(text, self.columns, self.rows)
        if read is None:
            return None
        side, cells, words = read
        ko, passes = None, 0
        for word in words:
            name, _, value = word.partition("=")
            if name == "ko" and self.ko == "simple" and ko is None:
                ko = square_number(value, self.columns, self.rows)
                if ko is None or cells[ko]:
                    return None
            elif name == "passes" and value in ("0", "1", "2"):
                passes = int(value)
            else:
                return None
        is_free = all(self.liberties(cells, square) for square in range(self.squares) if cells[square])
        return (side, cells, passes, ko) if is_free else None

    def chain(self, cells, start):
        """The stones that hang together with the one on `start`."""
        chain, to_do = {start}, [start]
        while to_do:
            for square in self.around[to_do.pop()]:
                if cells[square] == cells[start] and square not in chain:
                    chain.add(square)
                    to_do.append(square)
        return chain

    def liberties(self, cells, start):
        chain = self.chain(cells, start)
        return {near for stone in chain for near in self.around[stone] if not cells[near]}

    def area(self, cells, player):
        """Stones, and empty points from which only this player's stones are reached."""
        area = cells.count(player + 1)
        for square in range(self.squares):
            if not cells[square]:
                region = self.chain(cells, square)
                border = {cells[near] for point in region for near in self.around[point]} - {0}
                area += border == {player + 1}
        return area

    def outcome(self, position):
        _, cells, passes, _ = position
        if passes < 2:
            return None
        return self.result(self.area(cells, BLACK) - self.area(cells, WHITE))

    def result(self, lead):
        """How a game ends in which Black has so many points more, before komi."""
        score = 2 * lead - self.komi
        if self.goal is not None:
            return BLACK if score >= self.goal else WHITE
        return DRAW if score == 0 else BLACK if score > 0 else WHITE

    def is_safe(self, position, chain):
        """Whether a chain stays without liberties: never in Go."""
        return False

    def put(self, position, square):
        """Board and ko point after a stone, or None: it may not be put there."""
        side, cells = position[:2]
        cells = replaced(cells, [(square, side + 1)])
        taken = set()
        for near in self.around[square]:
            if cells[near] == 2 - side and not self.liberties(cells, near):
                chain = self.chain(cells, near)
                if not self.is_safe(position, chain):
                    taken |= chain
                    cells = replaced(cells, [(stone, 0) for stone in chain])
        chain, free = self.chain(cells, square), self.liberties(cells, square)
        if not free and not self.is_safe(position, chain):
            if not self.suicide or len(chain) == 1:
                return None
            cells = replaced(cells, [(stone, 0) for stone in chain])
        is_ko = self.ko == "simple" and len(taken) == len(chain) == 1 and free == taken
        return cells, min(taken) if is_ko else None

    def moves(self, position):
        side, cells, passes, ko = position[:4]
        moves = []
        for square in self.open_points(position):
            if not cells[square] and square != ko:
                after = self.put(position, square)
                if after is not None:
                    moves.append((square, (1 - side, after[0], 0, after[1]) + position[4:]))
        moves.append((self.squares, (1 - side, cells, passes + 1, None) + position[4:]))
        return moves

    def open_points(self, position):
        return range(self.squares)

    def pieces(self, squares):
        """These points, in pieces that hang together."""
        marks = bytes(square in squares for square in range(self.squares))
        pieces = []
        for square in squares:
            if not any(square in piece for piece in pieces):
                pieces.append(self.chain(marks, square))
        return pieces

    def secure_area(self, cells, player, ko):
        """The points of the largest living set of chains, and of the regions that it holds."""
        living = self.pieces([square for square in range(self.squares) if cells[square] == player + 1])
        while living:
            stones = set().union(*living)
            regions = self.pieces([square for square in range(self.squares) if square not in stones])
            regions = [region for region in regions if any(not cells[square] for square in region)]
            beside = lambda region, chain: all(chain & set(self.around[square]) for square in region)
            stay = [chain for chain in living if sum(beside(region, chain) for region in regions) >= 2]
            if len(stay) == len(living):
                held = [region for region in regions if ko not in region and beside(region, stones)]
                return stones.union(*held)
            living = stay
        return set()

    def settled(self, position):
        """Who wins a position that is not over, where that is known from unconditional life, or None."""
        side, cells, passes, ko = position
        if self.ko != "simple" or self.suicide:
            return None
        for player in (BLACK, WHITE):
            area = self.secure_area(cells, player, ko)
            may_end = passes == 1 and side != player
            if may_end and any(cells[square] == 2 - player for square in area):
                continue
            lead = 2 * len(area) - self.squares
            if self.result(lead if player == BLACK else -lead) == player:
                return player
        return None

    def situation(self, position):
        """What may not come again."""
        return position[1] if self.ko == "positional" else position[:2]

    def is_always_legal(self, code):
        """Whether superko lets a move pass: a pass."""
        return code == self.squares


class OneEye(Go):
    """A position of Go, then the defender and the region (one byte a point, 0 or 1)."""

    def __init__(self, columns, rows, ko):
        super().__init__(columns, rows, ko, False, 0, None)
        self.flags = (self.squares + 7) // 8
        self.width += self.flags

    def settled(self, position):
        """Nothing is known."""
        return None

    def image(self, position, image):
        defender, region = position[4:]
        return super().image(position[:4], image) + (defender, bytes([region[square] for square in image]))

    def encode(self, position):
        side, cells, passes, ko, defender, region = position
        head = [side + 2 * passes + 6 * defender]
        if self.ko == "simple":
            head.append(0 if ko is None else ko + 1)
        bits = sum(inside << point for point, inside in enumerate(region))
        return bytes(head) + bits.to_bytes(self.flags, "little") + pack(cells)

    def decode(self, raw):
        head = 1 + (self.ko == "simple")
        bits = int.from_bytes(raw[head : head + self.flags], "little")
        region = bytes(bits >> point & 1 for point in range(self.squares))
        cells = unpack(raw[head + self.flags :], self.squares)
        if raw[0] > 11 or cells is None or not bits or bits >> self.squares:
            return None
        ko = raw[1] - 1 if self.ko == "simple" and raw[1] else None
        if ko is not None and (ko >= self.squares or cells[ko] or not region[ko]):
            return None
        return raw[0] % 2, cells, raw[0] % 6 // 2, ko, raw[0] // 6, region

    def parse(self, text):
        read = read_board(text, self.columns, self.rows)
        if read is None:
            return None
        side, cells, words = read
        region, others, defender = bytearray(self.squares), [], None
        for word in words:
            name, _, value = word.partition("=")
            if name == "eye" and value in ("b", "w"):
                defender = "bw".index(value)
            elif name == "region":
                points = [square_number(name, self.columns, self.rows) for name in value.split(",")]
                if None in points:
                    return None
                for point in points:
                    region[point] = 1
            else:
                others.append(word)
        if defender is None or not any(region):
            return None
        # What is left is as in Go; but here an anchored chain may be without liberties.
        position = side, cells, 0, None, defender, bytes(region)
        for square in range(self.squares):
            if cells[square] and not self.liberties(cells, square):
                if not self.is_safe(position, self.chain(cells, square)):
                    return None
        go = super().parse(" ".join([f"{'/'.join([str(self.columns)] * self.rows)} b"] + others))
        if go is None or (go[3] is not None and (cells[go[3]] or not region[go[3]])):
            return None
        return side, cells, go[2], go[3], defender, bytes(region)

    def is_safe(self, position, chain):
        """Anchored: a stone is outside the region."""
        return any(not position[5][stone] for stone in chain)

    def open_points(self, position):
        return [point for point in range(self.squares) if position[5][point]]

    def is_eye(self, position, point):
        cells, defender = position[1], position[4]
        around = self.around[point]
        if cells[point] or any(cells[near] != defender + 1 for near in around):
            return False
        if all(self.is_safe(position, self.chain(cells, near)) for near in around):
            return True
        return set(around) <= self.chain(cells, around[0]) and len(self.liberties(cells, around[0])) > 1

    def outcome(self, position):
        passes, defender = position[2], position[4]
        if any(self.is_eye(position, point) for point in self.open_points(position)):
            return defender
        return 1 - defender if passes >= 2 else None


# ---- Explicit graphs ----------------------------------------------------------------------------


class Graph:
    """A position is the side to move and a node."""

    width = 5
    EXAMPLE = (
        b'{"rule":"draw","nodes":[\n{"owner":0,"succ":[1,2]},\n{"owner":1,"succ":[0,3]},\n'
        b'{"owner":1,"succ":[3,4]},\n{"winner":0},\n{"winner":1}\n]}\n'
    )

    def __init__(self, raw):
        self.content = hashlib.sha256(raw).hexdigest()
        graph = read_json(raw.decode("utf-8"))
        graph.only(["rule", "nodes"])
        rule, nodes = graph.field("rule", str), graph.field("nodes", list)
        if rule not in ("draw", "superko") or not nodes:
            raise ValueError("a rule and nodes")
        self.superko = "situational" if rule == "superko" else None
        self.nodes = []  # pairs of an owner and successors, or of None and an outcome
        for node in nodes:
            if not isinstance(node, Fields):
                raise ValueError("a node is an object")
            if any(name == "winner" for name, _ in node.pairs):
                node.only(["winner"])
                winner = node.field("winner", int, null=True)
                self.nodes.append((None, DRAW if winner is None else winner))
            else:
                node.only(["owner", "succ"])
                self.nodes.append((node.field("owner", int), node.field("succ", list)))
        for owner, then in self.nodes:
            if owner is None and then not in (BLACK, WHITE, DRAW) or owner not in (None, BLACK, WHITE):
                raise ValueError("players are 0 and 1")
            if owner is not None:
                for node in then:
                    if type(node) is not int or not 0 <= node < len(self.nodes) or self.nodes[node][0] == owner:
                        raise ValueError("a successor")
                if len(set(then)) < len(then):
                    raise ValueError("a successor twice")

    def encode(self, position):
        return struct.pack(">BI", *position)

    key = encode  # there are no symmetries

    def decode(self, raw):
        side, node = struct.unpack(">BI", raw)
        if side > 1 or node >= len(self.nodes) or self.nodes[node][0] not in (None, side):
            return None
        return side, node

    def parse(self, text):
        read = re.fullmatch(r"\s*([0-9]+)\s+([bw])\s*", text)
        if read is None or len(read[1].lstrip("0")) > 10:
            return None
        return self.decode(struct.pack(">BI", "bw".index(read[2]), min(int(read[1]), 2**32 - 1)))

    def outcome(self, position):
        owner, then = self.nodes[position[1]]
        if owner is None:
            return then
        return None if then else 1 - owner

    def moves(self, position):
        successors = self.nodes[position[1]][1]
        return [(place, (1 - position[0], node)) for place, node in enumerate(successors)]

    def situation(self, position):
        return position

    def is_always_legal(self, code):
        return False


# ---- Limits of plies ----------------------------------------------------------------------------


class Limited:
    """A game that is drawn after so many plies. A position is the side to move, one of the game, and the plies left."""

    superko = None  # no position comes back

    def __init__(self, game, plies):
        self.game, self.plies = game, plies
        self.width, self.content = game.width + 2, game.content

    def with_left(self, position, left):
        return position[0], position, left

    def encode(self, position):
        return self.game.encode(position[1]) + struct.pack(">H", position[2])

    def key(self, position):
        return self.game.key(position[1]) + struct.pack(">H", position[2])

    def decode(self, raw):
        position, left = self.game.decode(raw[:-2]), int.from_bytes(raw[-2:], "big")
        return None if position is None or left > self.plies else self.with_left(position, left)

    def parse(self, text):
        """A position of the game itself has all its plies left."""
        text, _, digits = text.rpartition(" plies=") if " plies=" in text else (text, "", str(self.plies))
        left = re.fullmatch(r"\+?0*([0-9]{1,5})", digits)
        if left is None or int(left[1]) > self.plies:
            return None
        position = self.game.parse(text)
        return None if position is None else self.with_left(position, int(left[1]))

    def outcome(self, position):
        outcome = self.game.outcome(position[1])
        return DRAW if outcome is None and position[2] == 0 else outcome

    def moves(self, position):
        return [(code, self.with_left(after, position[2] - 1)) for code, after in self.game.moves(position[1])]


# ---- Spec strings -------------------------------------------------------------------------------


def game_of(spec):
    """The rules that a spec string names, or None. Only the rules' own way to write it will do."""
    limited = re.fullmatch(r"(.*),plies=(0|[1-9][0-9]{0,4})", spec)
    if limited:
        game, plies = game_of(limited[1]), int(limited[2])
        can_be = game is not None and not game.superko and not isinstance(game, Limited) and plies < 1 << 16
        return Limited(game, plies) if can_be else None
    board = re.fullmatch(r"([a-z-]+)(?::([1-9][0-9]?)x([1-9][0-9]?))?((?:,[a-z-]+=[a-z0-9.+-]+)*)", spec)
    if spec == "graph" or spec.startswith("graph:"):
        return graph_of(spec)
    if board is None:
        return None
    name, columns, rows = board[1], int(board[2] or 0), int(board[3] or 0)
    options = board[4]

    def take(pattern, default):
        """Takes one option off the front of what is left of them."""
        nonlocal options
        found = re.match("," + pattern + r"(?=,|$)", options)
        options = options[found.end() :] if found else options
        return found[1] if found else default

    game = None
    if name in ("tic-tac-toe", "surakarta", "checkers") and not columns:
        game = {"tic-tac-toe": TicTacToe, "surakarta": Surakarta, "checkers": Checkers}[name]()
    elif name == "breakthrough" and 2 <= columns <= 8 and 4 <= rows <= 8:
        names = take(r"walls=([a-h][1-8](?:\+[a-h][1-8])*)", None)
        walls = [square_number(name, columns, rows) for name in names.split("+")] if names else []
        if None not in walls and walls == sorted(set(walls)):
            game = Breakthrough(columns, rows, walls)
    elif name == "connect-four" and 1 <= columns <= 10 and 1 <= rows <= 10:
        game = ConnectFour(columns, rows, int(take("line=([356])", 4)))
    elif name == "loa" and 3 <= columns == rows <= 11:
        game = LinesOfAction(columns, take("simultaneous=(mover)", ""), take("no-move=(loss)", ""))
    elif name == "go" and 1 <= columns <= 9 and 1 <= rows <= 9:
        points = r"(0|-?[1-9][0-9]*|-?0\.5|-?[1-9][0-9]*\.5)"
        ko = take("ko=(positional|simple)", "situational")
        suicide = take("suicide=(yes)", "") == "yes"
        komi, goal = take("komi=" + points, None), take("goal=" + points, None)
        halves = [None if number is None else int(2 * float(number)) for number in (komi, goal)]
        if komi != "0" and all(number is None or abs(number) <= 400 for number in halves):
            game = Go(columns, rows, ko, suicide, halves[0] or 0, halves[1])
    elif name == "one-eye" and 4 <= columns <= 9 and 4 <= rows <= 9:
        game = OneEye(columns, rows, take("ko=(positional|simple)", "situational"))
    return None if options else game


def graph_of(spec):
    path = spec[len("graph:") :]
    try:
        if spec == "graph":
            return Graph(Graph.EXAMPLE)
        if "," in path or not os.path.isfile(path) or os.path.getsize(path) > 64 << 20:
            return None
        with open(path, "rb") as file:
            return Graph(file.read())
    except (OSError, ValueError):
        return None


class Past:
    """The rules of a game less all moves that lead to a situation of the past."""

    def __init__(self, game, past):
        self.game, self.past = game, past
        self.superko, self.situation, self.is_always_legal = game.superko, game.situation, game.is_always_legal
        self.key = self.encode = game.encode  # no symmetries
        self.decode = game.decode

    def moves(self, position):
        def may(code, after):
            return self.game.is_always_legal(code) or self.game.situation(after) not in self.past

        return [move for move in self.game.moves(position) if may(*move)]

    def outcome(self, position):
        outcome = self.game.outcome(position)
        return 1 - position[0] if outcome is None and not self.moves(position) else outcome


class Remembering:
    """The same rules, which remember what they were asked about lately."""

    def __init__(self, game):
        remember = functools.lru_cache(maxsize=1 << 16)
        self.superko, self.race = game.superko, getattr(game, "race", None)
        self.encode, self.decode = game.encode, game.decode
        self.key, self.outcome, self.moves = remember(game.key), remember(game.outcome), remember(game.moves)
        self.settled = remember(getattr(game, "settled", lambda position: None))
        if game.superko:
            self.situation, self.is_always_legal = game.situation, game.is_always_legal


# ---- JSON ---------------------------------------------------------------------------------------


class Fields:
    """A JSON object. A field that is asked for is there once, with the type asked for; or it may be
    missing, or be null, if that is allowed."""

    def __init__(self, pairs):
        self.pairs = pairs

    def field(self, name, kind, missing=False, null=False):
        values = [value for key, value in self.pairs if key.encode() == name.encode()]
        if (missing and not values) or (null and values == [None]):
            return None
        if len(values) != 1 or type(values[0]) is not kind:
            raise ValueError(f"field {name}")
        if kind is int and not 0 <= values[0] < 1 << 64:
            raise ValueError(f"number {name}")
        if kind is str:
            values[0].encode()  # a ValueError if an escape stands for half a character
        return values[0]

    def hexadecimal(self, name, digits=None):
        text = self.field(name, str)
        if not re.fullmatch(r"([0-9a-fA-F]{2})*", text) or digits not in (None, len(text)):
            raise ValueError(f"hexadecimal digits in {name}")
        return bytes.fromhex(text)

    def only(self, names):
        if any(name not in names for name, _ in self.pairs):
            raise ValueError("an unknown field")


def read_json(text):
    """A JSON object; ValueError if it is none."""

    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    def whole(digits):
        return int(digits) if len(digits) < 100 else -1  # too large for every field

    try:
        read = json.loads(text, object_pairs_hook=Fields, parse_constant=refuse, parse_int=whole)
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(read, Fields):
        raise ValueError("not an object")
    return read


# ---- The file -----------------------------------------------------------------------------------

CLAIMS = {"b wins": (BLACK, True), "w wins": (WHITE, True)}
CLAIMS.update({"b does not lose": (BLACK, False), "w does not lose": (WHITE, False)})


def checksum(raw):
    """FNV-1a with 64 bits."""
    value = 0xCBF29CE484222325
    for byte in raw:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


class Section:
    def __init__(self, fields, version):
        self.claim = fields.field("claim", str)
        if self.claim not in CLAIMS:
            raise ValueError("claim")
        self.holder, self.wins = CLAIMS[self.claim]
        self.positions = fields.field("positions", int)
        self.first_block = fields.field("first_block", int)
        self.blocks = fields.field("blocks", int)
        paths = fields.field("paths", Fields, missing=True, null=True)
        if paths and version < 3:
            raise ValueError("trees of paths before version 3")
        self.paths = paths and (paths.field("bytes", int), paths.hexadecimal("checksum", 16))
        self.tree = None


class Header:
    """Check 1, but for the bytes around the text."""

    def __init__(self, text, version):
        fields = read_json(text)
        if fields.field("format", int) != version:
            raise ValueError("format")
        self.version = version
        self.game = fields.field("game", str)
        self.root = fields.field("root", str)
        self.root_bytes = fields.hexadecimal("root_bytes")
        self.width = fields.field("position_width", int)
        if not 1 <= self.width <= 1024 or len(self.root_bytes) != self.width:
            raise ValueError("position_width")
        self.sections = []
        for section in fields.field("sections", list):
            if not isinstance(section, Fields):
                raise ValueError("section")
            self.sections.append(Section(section, version))
        blocks = 0
        for section in self.sections:
            if section.first_block != blocks:
                raise ValueError("first_block")
            blocks += section.blocks
        claims = {section.claim for section in self.sections}
        if not self.sections or len(claims) < len(self.sections):
            raise ValueError("sections")
        fields.field("writer", str, missing=True)
        self.tables = fields.field("tables", list, missing=True) or []
        if (self.tables and version < 4) or (version == 4 and not self.tables):
            raise ValueError("tables")
        for table in self.tables:
            if not isinstance(table, Fields):
                raise ValueError("table")
            table.field("file", str), table.field("game", str), table.field("pieces", int)
            table.field("checksum", str), version >= 5 and table.hexadecimal("sha256", 64)
        # History and content have the right types in every version, and mean something from version 5 on.
        history = fields.field("history", Fields, missing=True, null=True)
        self.history = self.content = None
        if history:
            start, start_bytes = history.field("start", str), history.field("start_bytes", str)
            numbers = history.field("moves", list)
            if any(type(number) is not int or not 0 <= number < 1 << 32 for number in numbers):
                raise ValueError("moves")
            if version >= 5:
                start_bytes = history.hexadecimal("start_bytes", 2 * self.width)
                self.history = start, start_bytes, numbers
        if fields.field("content", str, missing=True, null=True) is not None and version >= 5:
            self.content = fields.hexadecimal("content", 64)
        budget = fields.field("leaf_budget", int, missing=True, null=True)
        if version >= 7 and not 1 <= (budget or 0) <= 1 << 20:
            raise ValueError("leaf_budget")
        self.leaf_budget = budget if version >= 7 else None


class Certificate:
    """Checks 1 to 4. Blocks are read by `entries`."""

    def __init__(self, raw):
        # Check 1.
        require(len(raw) >= 24 and raw[:8] == b"\x89andor\r\n", DAMAGED, "header: magic")
        version, length, sum_of_start = struct.unpack_from("<IIQ", raw, 8)
        require(checksum(raw[:16]) == sum_of_start, DAMAGED, "header: checksum")
        require(version > 0, DAMAGED, "header: format version 0")
        require(version <= 7, NOT_JUDGED, f"format version {version}")
        end = 24 + length + 8
        require(length <= 16 << 20 and end <= len(raw), DAMAGED, "header: length")
        text = raw[24 : 24 + length]
        require(checksum(text) == int.from_bytes(raw[end - 8 : end], "little"), DAMAGED, "header: checksum of the text")
        try:
            self.header = Header(text.decode("utf-8"), version)
        except ValueError as why:
            raise Rejected(DAMAGED, f"header: {why}") from None
        # Check 2.
        footer = len(raw) - 32
        require(footer >= end and raw[-8:] == b"ANDOREND", DAMAGED, "footer: end magic")
        index, index_length, sum_of_footer = struct.unpack_from("<QQQ", raw, footer)
        require(checksum(raw[footer : footer + 16]) == sum_of_footer, DAMAGED, "footer: checksum")
        require(end <= index and index + index_length == footer, DAMAGED, "footer: index")
        # Check 3.
        for section in self.header.sections:
            if section.paths:
                start, end = end, end + section.paths[0]
                require(end <= index, DAMAGED, "paths: length")
                section.tree = raw[start:end]
                require(checksum(section.tree).to_bytes(8, "big") == section.paths[1], DAMAGED, "paths: checksum")
        # Check 4.
        width, sections = self.header.width, self.header.sections
        count = sum(section.blocks for section in sections)
        require(index_length == count * (28 + width) + 8, DAMAGED, "index: length")
        records = raw[index : footer - 8]
        require(checksum(records) == int.from_bytes(raw[footer - 8 : footer], "little"), DAMAGED, "index: checksum")
        self.blocks, at = [], 0
        for number, section in enumerate(sections):
            positions, last_key = 0, b""
            for _ in range(section.blocks):
                offset, size, entries, owner, sum_of_block = struct.unpack_from("<QIIIQ", records, at)
                first_key = records[at + 28 : at + 28 + width]
                at += 28 + width
                require(offset == end and size > 0, DAMAGED, "index: offset")
                require(1 <= entries <= 4096 and owner == number, DAMAGED, "index: entries or section")
                require(last_key < first_key, DAMAGED, "index: first keys ascend")
                self.blocks.append((raw[offset : offset + size], entries, sum_of_block, first_key))
                end, positions, last_key = end + size, positions + entries, first_key
                require(end <= index, DAMAGED, "index: length of a block")
            require(positions == section.positions, DAMAGED, "index: positions")
        require(end == index, DAMAGED, "index: gap")

    def entries(self, section):
        """Check 9: the entries of a section as a dictionary from keys to pairs of move and rank."""
        entries, last = {}, -1
        for block in range(section.first_block, section.first_block + section.blocks):
            for key, move, rank in self.block(*self.blocks[block]):
                require(key > last, DAMAGED, "block: keys ascend")
                last = key
                entries[key.to_bytes(self.header.width, "big")] = move, rank
        return entries

    def block(self, raw, count, sum_of_block, first_key):
        require(checksum(raw) == sum_of_block, DAMAGED, "block: checksum")
        width = self.header.width
        # No entry takes more than its key (seven bits a byte) and twice 32 bits.
        most = count * ((8 * width + 6) // 7 + 10)
        inflater = zlib.decompressobj(-15)
        try:
            columns = inflater.decompress(raw, most + 1)
        except zlib.error as why:
            raise Rejected(DAMAGED, f"block: {why}") from None
        require(inflater.eof and not inflater.unused_data, DAMAGED, "block: its end")
        require(width <= len(columns) <= most and columns[:width] == first_key, DAMAGED, "block: first key")
        numbers = Numbers(columns, width)
        keys = [int.from_bytes(first_key, "big")]
        for _ in range(count - 1):
            keys.append(keys[-1] + numbers.next())
        require(keys[-1] < 256**width, DAMAGED, "block: key")
        moves = [numbers.next() for _ in range(count)]
        ranks = [numbers.next() for _ in range(count)]
        require(numbers.at == len(columns), DAMAGED, "block: something behind it")
        require(max(moves + ranks) < 1 << 32, DAMAGED, "block: a number of more than 32 bits")
        return zip(keys, moves, ranks)


class Numbers:
    """Numbers in LEB128."""

    def __init__(self, raw, at=0, kind=DAMAGED):
        self.raw, self.at, self.kind = raw, at, kind

    def next(self):
        value = shift = 0
        while True:
            require(self.at < len(self.raw), self.kind, "numbers end too early")
            byte = self.raw[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                require(byte or shift == 7, self.kind, "a number with zeros in front")
                return value


# ---- Search leaves ------------------------------------------------------------------------------

DECIDED = 1 << 30
LONGEST_PATH = 250
VISITS_EACH = 16


class GivenUp(Exception):
    pass


class Node:
    def __init__(self, position, is_holders, numbers):
        self.position, self.is_holders = position, is_holders
        self.proof, self.disproof = numbers
        self.children = None


class LeafSearch:
    """df-pn on a graph that is kept (see "Search leaves")."""

    def __init__(self, rules, holder, budget):
        self.rules, self.holder, self.budget = rules, holder, budget

    def proves(self, position):
        self.nodes, self.expanded, self.visits = {}, 0, 0
        root = self.node(position)
        try:
            self.visit(root, DECIDED, DECIDED, 0)
        except GivenUp:
            return False
        return root.proof == 0

    def node(self, position):
        key = self.rules.encode(position)
        if key not in self.nodes:
            self.nodes[key] = Node(position, position[0] == self.holder, self.first_numbers(position))
        return self.nodes[key]

    def first_numbers(self, position):
        winner = self.rules.settled(position)
        if winner is None and self.rules.race:
            winner = self.runner(position)
        if winner is not None:
            return (0, DECIDED) if winner == self.holder else (DECIDED, 0)
        if not self.rules.race:
            return 1, 1
        numbers = [
            max(1, self.rows_left(position[1], player) ** 2 * position[1].count(2 - player)) for player in (BLACK, WHITE)
        ]
        return numbers[self.holder], numbers[1 - self.holder]

    def place(self, square, player):
        """The column and row of a square as a player sees it who goes up."""
        columns, rows = self.rules.race
        row = square // columns
        return square % columns, row if player == WHITE else rows - 1 - row

    def rows_left(self, cells, player):
        return self.rules.race[1] - 1 - max(self.place(s, player)[1] for s, man in enumerate(cells) if man == player + 1)

    def runner(self, position):
        """Who wins because a man of his runs home, or None."""
        side, cells = position
        for player, waits in ((side, 0), (1 - side, 1)):
            most = self.rows_left(cells, 1 - player) - waits
            men = [self.place(square, player) for square, man in enumerate(cells) if man == player + 1]
            others = [self.place(square, player) for square, man in enumerate(cells) if man == 2 - player]
            if any(self.runs_home(man, men, others, most, waits) for man in men):
                return player
        return None

    def runs_home(self, man, men, others, most, waits):
        column, row = man
        rows = self.rules.race[1] - 1 - row
        if rows > most or self.rules.race[0] < 2:
            return False
        if rows <= 1 and waits == 0:
            return True
        if any(other[0] == column and other[1] > row for other in men + others):
            return False
        for other_column, other_row in others:
            ahead, apart = other_row - row, abs(other_column - column)
            # After so many steps of the man the other can be so many rows before him, at most.
            for steps in range(1 - waits, rows):
                left = ahead - steps
                if left >= max(1, apart) and left <= steps + waits:
                    return False
        return True

    def expand(self, node):
        if self.expanded == self.budget:
            raise GivenUp
        self.expanded += 1
        moves = self.rules.moves(node.position)
        ends = [self.rules.outcome(after) for _, after in moves]
        node.children = []
        if not moves:
            node.proof, node.disproof = DECIDED, 0
        elif any(end is not None and (end == self.holder) == node.is_holders for end in ends):
            node.proof, node.disproof = (0, DECIDED) if node.is_holders else (DECIDED, 0)
        else:
            for (_, after), end in zip(moves, ends):
                child = self.node(after) if end is None else None
                if child and child not in node.children:
                    node.children.append(child)

    def visit(self, node, most_proof, most_disproof, depth):
        self.visits += 1
        if depth == LONGEST_PATH or self.visits > VISITS_EACH * self.budget:
            raise GivenUp
        if node.proof and node.disproof and node.children is None:
            self.expand(node)
        while node.proof and node.disproof:
            # Each child with the number of the side that chooses here, and with the other.
            ours = node.is_holders
            pairs = [(c.proof, c.disproof, c) if ours else (c.disproof, c.proof, c) for c in node.children]
            first = min(pairs, key=lambda pair: pair[0], default=(DECIDED, 0, None))
            least = first[0]
            second = min((pair[0] for pair in pairs if pair[2] is not first[2]), default=DECIDED)
            total = DECIDED if least == 0 else min(sum(pair[1] for pair in pairs), DECIDED - 1)
            node.proof, node.disproof = (least, total) if ours else (total, least)
            most_own, most_sum = (most_proof, most_disproof) if ours else (most_disproof, most_proof)
            if least >= most_own or total >= most_sum:
                return
            below = min(most_own, second + 1), most_sum - total + first[1]
            self.visit(first[2], *(below if ours else below[::-1]), depth + 1)


# ---- The proof ----------------------------------------------------------------------------------

MOST_HOLDER_MOVES = 1100


def verify(raw, game_of=game_of):
    """Checks the bytes of a certificate: what it shows, as text, or Rejected."""
    certificate = Certificate(raw)
    header = certificate.header
    # Check 5.
    game = game_of(header.game)
    require(game is not None, NOT_JUDGED, f"game {header.game}")
    if header.content is not None:
        require(header.content.hex() == game.content, NOT_JUDGED, "content")
    require(game.width == header.width, NOT_JUDGED, "position_width")
    # Check 6.
    past = set()
    if header.history:
        require(game.superko, NOT_JUDGED, "a history in a game without superko")
        past = replay(game, header)
    # Check 7.
    require(not header.tables, NOT_JUDGED, "it rests on tables")
    require(not (game.superko and header.version >= 6), NOT_JUDGED, "nothing is settled under superko")
    for section in header.sections:
        require((section.tree is not None) == bool(game.superko), NOT_JUDGED, "trees of paths")
        require(not section.positions or entries_may(game, section), NOT_JUDGED, "entries under superko")
    # Check 8.
    root = game.decode(header.root_bytes)
    require(root is not None and game.parse(header.root) == root, NO_PROOF, "the root is no position")
    rules = Past(game, past) if past else game
    require(rules.outcome(root) is None, NO_PROOF, "the root is over")
    # Checks 9 and 10.
    rules = Remembering(rules)
    all_entries = [certificate.entries(section) for section in header.sections]
    for section, entries in zip(header.sections, all_entries):
        Proof(rules, section, entries, header).check(root)
    return " and ".join(f"{NAMES[s.holder]} {'wins' if s.wins else 'does not lose'}" for s in header.sections)


def entries_may(game, section):
    """Whether there may be entries: under superko only if they may take over."""
    return not game.superko or (game.superko == "situational" and section.wins)


def replay(game, header):
    """Check 6, rule 7: the past."""
    start, start_bytes, numbers = header.history
    position = game.decode(start_bytes)
    require(position is not None and game.parse(start) == position, NO_PROOF, "the start is no position")
    past = set()
    for number in numbers:
        require(game.outcome(position) is None, NO_PROOF, "the history goes on after the end")
        past.add(game.situation(position))
        moves = game.moves(position)
        require(number < len(moves), NO_PROOF, "no such move in the history")
        code, position = moves[number]
        is_legal = game.is_always_legal(code) or game.situation(position) not in past
        require(is_legal, NO_PROOF, "superko forbids a move of the history")
    require(game.encode(position) == header.root_bytes, NO_PROOF, "the history does not lead to the root")
    return past


class Proof:
    """Check 10: one section."""

    def __init__(self, rules, section, entries, header):
        version = header.version
        self.rules, self.section, self.entries = rules, section, entries
        self.holder, self.wins = section.holder, section.wins
        self.has_settled = version >= 6
        self.has_leaves = version >= 2 and self.wins and entries_may(rules, section)
        self.is_leaf = functools.lru_cache(maxsize=1 << 18)(self.is_leaf)
        self.search = LeafSearch(rules, self.holder, header.leaf_budget) if header.leaf_budget else None
        self.searched = {}  # the keys of leaves, and whether they are proved

    def meets(self, outcome):
        """Whether a game that ended so has ended as claimed."""
        return outcome == self.holder if self.wins else outcome != 1 - self.holder

    def fail(self, condition, why):
        require(condition, NO_PROOF, f'"{self.section.claim}": {why}')

    def check(self, root):
        for number, (key, (move, rank)) in enumerate(self.entries.items(), 1):
            self.check_entry(f"entry {number} ({key.hex()})", key, move, rank)
        if self.rules.superko:
            # A tree takes four calls within each other for each move of the holder on a path.
            before = sys.getrecursionlimit()
            sys.setrecursionlimit(before + 5 * MOST_HOLDER_MOVES)
            try:
                self.check_tree(root)
            finally:
                sys.setrecursionlimit(before)
        elif root[0] == self.holder:
            self.fail(self.is_proved(root, 1 << 33), "root: it is no entry")
        else:
            self.check_replies("root", root, 1 << 33)  # rule 1

    def check_entry(self, name, key, move, rank):
        rules = self.rules
        # Rule 2.
        position = rules.decode(key)
        self.fail(position is not None, f"{name}: no position")
        self.fail(position[0] == self.holder, f"{name}: the opponent is to move")
        self.fail(rules.outcome(position) is None, f"{name}: the game is over")
        self.fail(rules.key(position) == key, f"{name}: not in canonical form")
        moves = rules.moves(position)
        self.fail(move < len(moves), f"{name}: no such move")
        # Rule 4.
        self.fail(rank >= 1 if self.wins else rank == 0, f"{name}: rank {rank}")
        # Rule 3.
        after = moves[move][1]
        outcome = rules.outcome(after)
        if outcome is None:
            self.check_replies(name, after, rank)
        else:
            self.fail(self.meets(outcome), f"{name}: the game ends otherwise")

    def check_replies(self, name, position, rank):
        """Rules 1 and 3: each reply ends the game as claimed, or leads to what is proved."""
        replies = self.rules.moves(position)
        self.fail(replies, f"{name}: no reply")
        for code, after in replies:
            outcome = self.rules.outcome(after)
            ok = self.is_proved(after, rank) if outcome is None else self.meets(outcome)
            self.fail(ok, f"{name}: the reply with code {code} is not answered")

    def is_proved(self, position, rank):
        """Whether a position with the holder to move is an entry or a leaf, of a rank below `rank`, or settled."""
        if self.has_settled and self.rules.settled(position) == self.holder:
            return True
        key = self.rules.key(position)
        if key in self.entries and (not self.wins or self.entries[key][1] < rank):
            return True
        return rank > 1 and self.has_leaves and self.is_leaf(position, key in self.entries)

    def is_leaf(self, position, is_entry):
        """Whether the holder, to move, wins at once (see "Leaves")."""
        rules = self.rules
        goes_on = []
        for _, after in rules.moves(position):
            outcome = rules.outcome(after)
            if outcome == self.holder:
                return True
            if outcome is None:
                goes_on.append(after)
        if is_entry:
            return False
        for after in goes_on:
            replies = rules.moves(after)
            if replies and all(rules.outcome(then) == self.holder for _, then in replies):
                return True
        return self.search is not None and self.is_search_leaf(rules.key(position))

    def is_search_leaf(self, key):
        """Whether the search proves the canonical position (see "Search leaves")."""
        if key not in self.searched:
            self.searched[key] = self.search.proves(self.rules.decode(key))
        return self.searched[key]

    def check_tree(self, root):
        """Rules 5 and 6. `path` has the situations from the root on."""
        numbers = Numbers(self.section.tree, 0, NO_PROOF)
        path = {self.rules.situation(root)}
        if root[0] == self.holder:
            self.check_node(numbers, path, root, 0)
        else:
            self.check_path_replies(numbers, path, root, 0)
        self.fail(numbers.at == len(self.section.tree), "paths: something behind them")

    def legal_on(self, path, position):
        rules = self.rules
        may = lambda code, after: rules.is_always_legal(code) or rules.situation(after) not in path
        return [may(*move) for move in rules.moves(position)]

    def check_node(self, numbers, path, position, depth):
        """A position with the holder to move, after `depth` moves of the holder."""
        number = numbers.next()
        is_proved = (bool(self.entries) or self.has_leaves) and self.is_proved(position, 1 << 33)
        # Rule 5.
        self.fail((number == 0) == is_proved, "paths: entries take over where, and only where, there is one")
        if is_proved:
            return
        # Rule 6.
        moves = self.rules.moves(position)
        self.fail(number <= len(moves), "paths: no such move")
        self.fail(self.legal_on(path, position)[number - 1], "paths: superko forbids the move")
        self.fail(depth < MOST_HOLDER_MOVES, "paths: too many moves on a path")
        after = moves[number - 1][1]
        outcome = self.rules.outcome(after)
        if outcome is None:
            self.go_on(numbers, path, after, depth + 1, self.check_path_replies)
        else:
            self.fail(self.meets(outcome), "paths: the game ends otherwise")

    def check_path_replies(self, numbers, path, position, depth):
        legal = self.legal_on(path, position)
        for (_, after), is_legal in zip(self.rules.moves(position), legal):
            if is_legal:
                outcome = self.rules.outcome(after)
                if outcome is None:
                    self.go_on(numbers, path, after, depth, self.check_node)
                else:
                    self.fail(self.meets(outcome), "paths: a reply ends the game otherwise")

    def go_on(self, numbers, path, position, depth, check):
        """Goes on with `position` on the path."""
        situation = self.rules.situation(position)
        is_new = situation not in path
        path.add(situation)
        check(numbers, path, position, depth)
        if is_new:
            path.remove(situation)


# ---- The command --------------------------------------------------------------------------------


def main(words):
    as_json = "--json" in words
    files = [word for word in words if word != "--json"]
    if not files or any(word.startswith("-") for word in files):
        print("usage: verify.py [--json] FILE..", file=sys.stderr)
        return 2
    code = 0
    for name in files:
        try:
            with open(name, "rb") as file:
                raw = file.read()
        except OSError as why:
            print(f"{name}: cannot read it: {why}", file=sys.stderr)
            return 2
        try:
            shown, why = verify(raw), None
        except Rejected as rejected:
            shown, why, code = None, rejected, 3
        if as_json:
            print(json.dumps({"file": name, "verified": shown is not None, "claim": shown, "why": why and str(why)}))
        else:
            header = shown and Certificate(raw).header
            prefix = f"{name}: " if len(files) > 1 else ""
            print(prefix + (f"verified: {shown} in {header.root} ({header.game})" if shown else f"rejected: {why}"))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
