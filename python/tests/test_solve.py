"""Games of andor from Python: solve, verify, positions, certificates, errors, Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import andor
from andor import Certificate, InputRefused, Position, VerificationError


def test_three_lines_solve_and_verify(tmp_path: Path) -> None:
    solution = andor.solve("breakthrough:4x5", proof=tmp_path / "4x5.proof")
    assert (solution.value, solution.verified, solution.winner) == ("loss", True, "b")
    checked = Certificate(tmp_path / "4x5.proof").verify(strict=True)
    assert checked["verified"] is True and checked["claim"] == "b wins"
    assert solution.certificate is not None
    assert bytes(solution.certificate) == (tmp_path / "4x5.proof").read_bytes()
    assert dict(solution)["game"] == "breakthrough:4x5"


def test_positions_do_not_change() -> None:
    start = Position("breakthrough:4x5")
    moves = start.moves
    after = start.play(moves[0])
    assert (start.side, after.side, start.history, after.history) == ("w", "b", [], [moves[0]])
    assert after.undo() == start and hash(after.undo()) == hash(start)
    assert Position("breakthrough:4x5", after.text).text == after.text
    assert start.perft(2) == sum(start.play(move).perft(1) for move in moves)
    assert "4 b b b b" in str(start) and start._repr_svg_().startswith("<svg")


def test_errors_are_those_of_the_command_line() -> None:
    for call, part in [
        (lambda: andor.solve("brakthrough"), '"brakthrough"'),
        (lambda: andor.solve("loa:6x6", "nonsense"), '"nonsense"'),
        (lambda: andor.solve("loa:6x6", moves="a1-a9"), '"a1-a9"'),
        (lambda: andor.solve("loa:6x6", method="dfpn"), '"dfpn"'),
        (lambda: andor.solve("loa:6x6", goal="lose"), '"lose"'),
        (lambda: andor.solve("loa:6x6", memory="much"), '"much"'),
        (lambda: andor.solve("loa:6x6", proof="/no/such/folder/x"), "no such folder"),
        (lambda: andor.solve("loa:6x6", method="pn", epsilon=0.5), "epsilon"),
        (lambda: Certificate("/no/such/file"), "/no/such/file"),
    ]:
        with pytest.raises((InputRefused, ValueError)) as caught:
            call()  # type: ignore[no-untyped-call]
        assert part in str(caught.value) and "\n" not in str(caught.value)
    for wrong in [{"nodes": "x" * 100}, {"nodes": -1}, {"nodes": 1.5}, {"nodes": True}, {"time": []}, {"speed": 3}]:
        with pytest.raises((TypeError, InputRefused)):
            andor.solve("loa:6x6", **wrong)  # type: ignore[arg-type]


def test_files_that_are_not_ours_stay(tmp_path: Path) -> None:
    mine = tmp_path / "thesis.txt"
    mine.write_text("mine")
    with pytest.raises(InputRefused, match="force=True"):
        andor.solve("breakthrough:3x4", proof=mine)
    assert mine.read_text() == "mine"
    andor.solve("breakthrough:3x4", proof=mine, force=True)
    assert Certificate(mine).verify()["verified"] is True


def test_a_changed_certificate_is_refused(tmp_path: Path) -> None:
    solution = andor.solve("breakthrough:4x4")
    assert solution.certificate is not None
    data = bytearray(bytes(solution.certificate))
    for at in range(0, len(data), max(1, len(data) // 60)):
        changed = bytearray(data)
        changed[at] ^= 4
        with pytest.raises((VerificationError, InputRefused)):
            Certificate.from_bytes(bytes(changed)).verify()


def test_limits_are_results() -> None:
    row = andor.solve("loa", nodes=1000).row
    assert (row["value"], row["stopped"]) == ("unknown", "nodes")
    assert andor.solve("loa", time=0.05).row["stopped"] == "time"


def test_progress_is_heard_and_its_exceptions_come_out() -> None:
    heard: list[dict[str, Any]] = []
    andor.solve("loa:6x6", time=0.7, progress=heard.append)
    assert any("nodes" in word for word in heard)

    def stop(word: dict[str, Any]) -> None:
        raise ZeroDivisionError("enough")

    begun = time.monotonic()
    with pytest.raises(ZeroDivisionError, match="enough"):
        andor.solve("loa", time=60, progress=stop)
    assert time.monotonic() - begun < 20


def test_ctrl_c_ends_a_search() -> None:
    code = textwrap.dedent(
        """
        import andor
        try:
            andor.solve("loa", threads=2)
        except KeyboardInterrupt:
            print("stopped")
        """
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    time.sleep(2)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert (out, child.returncode) == ("stopped\n", 0)


def test_other_threads_go_on_meanwhile() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    andor.solve("loa", time=0.5)
    done.set()
    other.join()
    assert counted > 50


def test_every_move_and_shortest() -> None:
    solutions = Position("breakthrough:3x4").every_move()
    assert [solution.row["move"] for solution in solutions] == Position("breakthrough:3x4").moves
    assert all(solution.verified is True for solution in solutions)
    row = andor.solve("breakthrough:3x4", shortest=True).row
    assert row["shortest"] is not None
    assert "<table>" in solutions._repr_html_() and len(solutions.rows) == len(solutions)


def test_a_proof_is_walked() -> None:
    solution = andor.solve("breakthrough:4x4")
    proof = solution.certificate
    assert proof is not None
    explained = proof.explain()
    assert explained["claim"] == "b wins" and explained["replies"]
    tree = proof.tree(positions=50)
    assert "<details" in tree._repr_html_() and len(tree.nodes) <= 50
    assert "certificate" in solution._repr_html_()
    with pytest.raises(InputRefused, match='"zz"'):
        proof.explain("zz")


def test_checkpoints_go_on(tmp_path: Path) -> None:
    saved = tmp_path / "x.checkpoint"
    first = andor.solve("breakthrough:5x5", method="df-pn", nodes=20_000, checkpoint=saved)
    assert first.value == "unknown" and saved.is_file()
    assert json.dumps(andor.solve("breakthrough:4x4").row)


def test_docstring() -> None:
    solution = andor.solve("breakthrough:4x4")
    assert (solution.value, solution.verified) == ("loss", True)
