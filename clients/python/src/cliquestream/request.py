"""A job and how it is to run, as the contract's request."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from typing import Any

from .alerts import AlertOptions
from .contract import JobRequest, enum_number, is_identifier
from .errors import InputError
from .jobs import Job


def job_request(
    job: Job,
    graph_id: str,
    name: str,
    *,
    version: int | None,
    at_least: int | None,
    priority: int | None,
    deadline: float | None,
    tenant: str,
    engine: str,
    every_version: bool,
    every: float | None,
    coalesce: bool,
    alert: bool | AlertOptions,
    difference: bool,
    difference_by_vertex: bool,
    secret: str,
) -> Any:
    """Options as :meth:`Client.submit` takes them; refuses what does not fit before anything is sent."""
    if not is_identifier(graph_id):
        raise InputError("GRAPH_ID_INVALID", f"{graph_id!r} is no graph id")
    if every_version and every is not None:
        raise InputError("OPTION_INVALID", "a job stands by the clock (every) or by versions (every_version)")
    if version is not None and at_least is not None:
        raise InputError("OPTION_INVALID", "a job reads one version (version) or a new enough one (at_least)")
    if (difference or difference_by_vertex) and not every_version and every is None:
        raise InputError("OPTION_INVALID", "differences are for standing jobs (every_version or every)")
    request = JobRequest(job_id=checked_job_id(name), graph_id=graph_id, tenant=tenant)
    try:
        getattr(request, job.field).SetInParent()
        _fill(getattr(request, job.field), job.options)
        if version is not None:
            request.version.exact = version
        elif at_least is not None:
            request.version.at_least = at_least
        if priority is not None:
            request.priority = priority
        if deadline is not None:
            request.deadline_epoch_millis = int((time.time() + deadline) * 1000)
        if engine != "auto":
            request.engine = enum_number("EnginePreference", "ENGINE_PREFERENCE_" + engine.upper())
        if secret:
            request.cancel_secret_sha256 = hashlib.sha256(secret.encode()).digest()
        if alert:
            request.alert.SetInParent()
            _fill_alert(request.alert, alert if isinstance(alert, AlertOptions) else AlertOptions())
        if difference_by_vertex:
            request.result_scope = enum_number("ResultScope", "RESULT_SCOPE_DIFFERENCE_BY_VERTEX")
        elif difference:
            request.result_scope = enum_number("ResultScope", "RESULT_SCOPE_DIFFERENCE")
        if every_version:
            request.trigger.every_version = True
            request.trigger.coalesce = coalesce
        elif every is not None:
            request.trigger.every_millis = int(every * 1000)
    except (ValueError, TypeError, KeyError) as cause:
        raise InputError("OPTION_INVALID", f"an option of the job does not fit: {cause}") from cause
    return request


def checked_job_id(text: str) -> str:
    """The id itself, if it is one."""
    if not is_identifier(text):
        raise InputError("JOB_ID_INVALID", f"{text!r} is no job id: 1 to 128 characters out of A-Z a-z 0-9 . _ -")
    return text


def _fill(message: Any, options: Mapping[str, Any]) -> None:
    for name, value in options.items():
        if isinstance(value, Mapping):
            getattr(message, name).update(value)
        elif isinstance(value, list):
            for entry in value:
                getattr(message, name).add(**entry)
        elif value is not None:
            setattr(message, name, value)


def _fill_alert(message: Any, options: AlertOptions) -> None:
    for option, value in options.fields().items():
        if isinstance(value, list):
            getattr(message, option).extend(value)
        elif option == "start":
            message.start = enum_number("AlertStart", value)
        else:
            setattr(message, option, value)
