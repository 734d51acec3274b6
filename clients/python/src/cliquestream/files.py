"""How a graph file is read: the launcher's options, as keyword arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from numbers import Integral
from typing import Any

from .errors import InputError

#: A column by its name, or by its position from 1.
Column = str | int


@dataclass(frozen=True)
class FileOptions:
    """What is said of a file; None or empty is looked for in the file."""

    format: str | None = None
    source: Column | None = None
    target: Column | None = None
    ignore: Column | Iterable[Column] = ()
    delimiter: str | None = None
    header: bool | None = None
    quote: str | None = None
    comment: str | None = None
    ids: str | None = None
    name_by: str | None = None
    name_memory: str | int | None = None
    allow_url: bool = False
    escape: str | None = None
    escape_in: str | None = None

    def given(self) -> list[str]:
        """Names of what was said."""
        said = ((each.name, getattr(self, each.name)) for each in fields(self))
        # Not by "in": a value may be an array.
        return [name for name, value in said if not (value is None or value is False or (isinstance(value, tuple) and not value))]

    def arguments(self) -> list[str]:
        """The launcher's arguments; an :class:`InputError` where a value is of the wrong type."""
        words = []
        for name in ("format", "delimiter", "quote", "escape", "escape_in", "comment", "ids", "name_by"):
            value = getattr(self, name)
            if value is not None:
                words.append(_option(name, _typed(name, value, str, "text")))
        for name in ("source", "target"):
            value = getattr(self, name)
            if value is not None:
                words.append(_option(name, _column(name, value)))
        words += [_option("ignore", _quoted(column)) for column in self._ignored()]
        if self.header is not None:
            words.append(_option("header", "yes" if _typed("header", self.header, bool, "True or False") else "no"))
        if self.name_memory is not None:
            words.append(_option("name_memory", _column("name_memory", self.name_memory)))
        if _typed("allow_url", self.allow_url, bool, "True or False"):
            words.append("--allow-url")
        return words

    def _ignored(self) -> Iterator[str]:
        columns: Any = self.ignore
        if isinstance(columns, str) or not isinstance(columns, Iterable):
            columns = (columns,)
        for column in columns:
            yield _column("ignore", column)


def _option(name: str, value: str) -> str:
    # In one word: a value may begin with a dash, or be empty.
    return f"--{name.replace('_', '-')}={value}"


def _typed(name: str, value: Any, kind: type, wanted: str) -> Any:
    if not isinstance(value, kind):
        raise InputError("OPTION_INVALID", f"{name}= is {wanted}, not {value!r}")
    return value


def _column(name: str, value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, Integral)):
        raise InputError("OPTION_INVALID", f"{name}= is text or a whole number, not {value!r}")
    return str(value)


def _quoted(column: str) -> str:
    """A name with a comma, at which the launcher would part it, in quotes."""
    if "," not in column:
        return column
    if '"' in column or "\\" in column:
        raise InputError("OPTION_INVALID", f"ignore= cannot name {column!r}; give the column's position from 1")
    return f'"{column}"'
