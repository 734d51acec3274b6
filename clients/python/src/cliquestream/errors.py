"""Failures with the service's categories and stable codes."""

from __future__ import annotations

from .contract import enum_number


class CliquestreamError(Exception):
    """A failure. ``code`` is stable text such as ``GRAPH_UNKNOWN``, ``category`` says who has to act."""

    category = "UNSPECIFIED"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class InputError(CliquestreamError):
    """The graph, file or request is wrong; sending it again unchanged fails again."""

    category = "INPUT"


class NotFoundError(CliquestreamError):
    """What was asked for does not exist, or not yet."""

    category = "NOT_FOUND"


class BaseVersionError(NotFoundError):
    """A difference was to be laid over the values of another version than the one that it begins from.

    Begin anew from a whole answer. ``base_version`` is the difference's, ``known_version`` that of the values.
    """

    def __init__(
        self, job_id: str, run: int, base_version: int, known_job_id: str | None, known_version: int | None
    ) -> None:
        known = "nothing is" if known_version is None else f"version {known_version} is"
        of_job = "" if known_job_id in (None, job_id) else f" of job {known_job_id}"
        super().__init__(
            "VERSION_UNKNOWN",
            f"run {run} of job {job_id} says what changed since version {base_version}, and {known} known{of_job}",
        )
        self.base_version = base_version
        self.known_version = known_version


class ResourceError(CliquestreamError):
    """A bound of the worker or of this client was reached."""

    category = "RESOURCE"


class StoppedError(CliquestreamError):
    """A cancel, a deadline or a time-out ended it."""

    category = "STOPPED"


class InternalError(CliquestreamError):
    """A fault of the worker, the broker or the environment; trying again may help."""

    category = "INTERNAL"


def error_of(code: str, message: str, category: str = "") -> CliquestreamError:
    """The error of a code, with the category that the service gave or that the code's number has."""
    kinds = {kind.category: kind for kind in CliquestreamError.__subclasses__()}
    if category not in kinds:
        try:
            hundreds = enum_number("FailureCode", "FAILURE_CODE_" + code) // 100
        except KeyError:
            hundreds = 8
        category = {5: "NOT_FOUND", 6: "RESOURCE", 7: "STOPPED", 8: "INTERNAL"}.get(hundreds, "INPUT")
    return kinds[category](code, message)
