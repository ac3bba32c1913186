"""Sets and experiments, as lists of dicts."""

from __future__ import annotations

import json
from typing import Any

from . import _andor
from .progress import Hears, hearing


class Rows(list[dict[str, Any]]):
    """Rows, which pandas takes as they are."""

    def _repr_html_(self) -> str:
        from . import notebook

        names: list[str] = []
        for row in self:
            names.extend(name for name in row if name not in names)
        return notebook.columns(list(self), names[:12])


class _Sets:
    """The sets of labelled positions that come with andor: ``sets()`` names them, ``sets(name)`` is one."""

    def __call__(self, name: str | None = None) -> Any:
        if name is None:
            return _andor.set_names()
        return Rows(json.loads(line) for line in _andor.set_text(name).splitlines() if line.strip())


class _Experiments:
    """The experiments of the papers: ``experiments()`` names them, ``experiments.run(name)`` runs one."""

    def __call__(self) -> list[str]:
        return _andor.experiment_names()

    def run(self, name: str, progress: Hears = None, **options: Any) -> Rows:
        """Runs an experiment. Options of a comparison: ``set``, ``methods``, ``positions``, ``nodes``, ``memory``,
        ``certify``, ``resume``.. (``andor bench``)."""
        with hearing(progress) as hear:
            rows = _andor.experiment(name, options, hear)
        return Rows(json.loads(row) for row in rows)


sets = _Sets()
experiments = _Experiments()
