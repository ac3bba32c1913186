"""How far a long call is: told to a function, to tqdm, or on one line of a terminal or a notebook."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Union

#: A function that takes a dict, ``True`` for what fits the place, ``False`` or ``None`` for silence.
Hears = Union[Callable[[dict[str, Any]], object], bool, None]


@contextmanager
def hearing(progress: Hears) -> Iterator[Callable[[str], None] | None]:
    """What the native half calls with each word, as JSON."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        line = _line()
        try:
            yield lambda word: line.tell(json.loads(word))
        finally:
            line.close()
    elif callable(progress):
        hear = progress
        yield lambda word: (hear(json.loads(word)), None)[1]
    else:
        raise TypeError(f"progress is a function, True or False, not {progress!r}")


def words(word: dict[str, Any]) -> str:
    """A word of progress on one line."""
    if "nodes" not in word or "phase" not in word:
        return str(word.get("note", word))
    best = f", {word['best']} looks best" if word.get("best") else ""
    return (
        f"{word['phase']}: {word['nodes']:,} nodes in {word['seconds']:.0f} s, "
        f"{word['rate']:,.0f}/s, table {100 * word['fill']:.0f}% full{best}"
    )


class _Line:
    """One line of a terminal."""

    def __init__(self) -> None:
        self._width = 0

    def tell(self, word: dict[str, Any]) -> None:
        text = words(word)
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()


class _Bar(_Line):
    """A bar of tqdm, where it is there."""

    def __init__(self, bar: Any) -> None:
        super().__init__()
        self._bar = bar

    def tell(self, word: dict[str, Any]) -> None:
        if "nodes" in word and "phase" in word:
            self._bar.set_description(str(word["phase"]), refresh=False)
            self._bar.update(max(0, word["nodes"] - self._bar.n))
        else:
            self._bar.set_postfix_str(words(word))

    def close(self) -> None:
        self._bar.close()


class _Live(_Line):
    """Text of a notebook that changes where it stands."""

    def __init__(self, display: Any) -> None:
        super().__init__()
        self._handle = display({"text/plain": ""}, raw=True, display_id=True)

    def tell(self, word: dict[str, Any]) -> None:
        self._handle.update({"text/plain": words(word)}, raw=True)

    def close(self) -> None:
        self._handle.update({"text/plain": ""}, raw=True)


def _line() -> _Line:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        tqdm = None
    if tqdm is not None:
        return _Bar(tqdm(unit=" nodes", unit_scale=True, leave=False))
    if "IPython" in sys.modules:
        from IPython import get_ipython
        from IPython.display import display

        shell = get_ipython()
        if shell is not None and getattr(shell, "kernel", None) is not None:
            return _Live(display)
    return _Line()
