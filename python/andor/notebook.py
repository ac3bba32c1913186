"""How things look in a notebook: boards as SVG, results as tables, proofs as lists that unfold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

_CELL = 36
_MEN = {"b": ("#222", "#000"), "w": ("#fff", "#555"), "x": ("#222", "#000"), "o": ("#fff", "#555")}


def _rows(picture: str) -> tuple[list[tuple[str, list[str]]], list[str]] | None:
    """A picture taken apart: ranks with their men, and the letters below; ``None`` if it is no board."""
    lines = picture.rstrip().splitlines()
    if len(lines) < 2:
        return None
    files = lines[-1].split()
    rows = []
    for line in lines[:-1]:
        words = line.split()
        if not words or not words[0].isdigit() or len(words) != len(files) + 1:
            return None
        rows.append((words[0], words[1:]))
    if any(len(word) != 1 for _, men in rows for word in men):
        return None
    return rows, files


def board(picture: str, side: str) -> str:
    """The picture that a game draws, as SVG."""
    taken = _rows(picture)
    caption = "Black to move" if side == "b" else "White to move"
    if taken is None:
        return _text(picture, caption)
    rows, files = taken
    width, height = (len(files) + 1) * _CELL, (len(rows) + 1) * _CELL + 18
    out = [_head(width, height)]
    for at, (rank, men) in enumerate(rows):
        y = at * _CELL
        out.append(_label(_CELL / 2, y + _CELL / 2, rank))
        for column, man in enumerate(men):
            x = (column + 1) * _CELL
            shade = "#e8d3a8" if (at + column + len(rows)) % 2 else "#d2b48c"
            out.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{shade}"/>')
            out.append(_man(x + _CELL / 2, y + _CELL / 2, man))
    for column, letter in enumerate(files):
        out.append(_label((column + 1.5) * _CELL, (len(rows) + 0.5) * _CELL, letter))
    out.append(_label(width / 2, height - 8, caption))
    return "".join(out) + "</svg>"


def _head(width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
    )


def _label(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="middle" dominant-baseline="central" fill="#777">'
        f"{escape(text)}</text>"
    )


def _man(x: float, y: float, man: str) -> str:
    if man == ".":
        return ""
    if man.lower() not in _MEN:
        return _label(x, y, man)
    fill, stroke = _MEN[man.lower()]
    disc = f'<circle cx="{x}" cy="{y}" r="{_CELL * 0.38}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
    king = f'<circle cx="{x}" cy="{y}" r="{_CELL * 0.16}" fill="none" stroke="#c33" stroke-width="3"/>'
    return disc + (king if man.isupper() else "")


def _text(picture: str, caption: str) -> str:
    lines = picture.rstrip("\n").splitlines() or [""]
    width = max(120.0, 9.0 * max(map(len, lines)) + 16)
    height = 18.0 * (len(lines) + 1) + 12
    rows = (
        f'<text x="8" y="{18 * (at + 1)}" font-family="monospace" xml:space="preserve" fill="#777">'
        f"{escape(line)}</text>"
        for at, line in enumerate(lines)
    )
    return _head(width, height) + "".join(rows) + _label(width / 2, height - 10, caption) + "</svg>"


def table(rows: Iterable[tuple[str, object]]) -> str:
    """A small table of two columns."""
    cells = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th>'
        f'<td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def columns(rows: list[dict[str, Any]], names: list[str]) -> str:
    """A table of rows."""
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(row.get(name)))}</td>" for name in names) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def tree(title: str, nodes: list[Mapping[str, Any]]) -> str:
    """A part of a proof as a list that unfolds, from the end of the list to its root."""
    parts: list[str] = [""] * len(nodes)
    # A parent comes before its children.
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        who = "Black" if node["side"] == "b" else "White"
        label = "the root" if at == 0 else f"{who} {node['move']}"
        said = ", ".join(str(word) for word in (node["over"], node["comment"]) if word)
        label = escape(label + (f": {said}" if said else ""))
        below = "".join(parts[child] for child in node["children"])
        unfolded = " open" if at == 0 else ""
        parts[at] = (
            f'<details{unfolded} style="margin-left:1.2em"><summary>{label}</summary>{below}</details>'
            if below
            else f'<div style="margin-left:2.2em">{label}</div>'
        )
    return f"<div><p>{escape(title)}</p>{parts[0] if parts else ''}</div>"
