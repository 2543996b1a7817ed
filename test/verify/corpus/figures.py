"""Shared code of all readers of samples: units, zips, and the figures of a piece of work."""

import io
import math
import zipfile
from datetime import datetime, timezone

FOOT = 0.3048
INCH = 0.0254
ACRE = 4046.8564224
POUND = 0.45359237
GALLON = 3.785411784
FLUID_OUNCE = GALLON / 128


def entries(path: str) -> dict[str, bytes]:
    """The files of a zip by their names. Bytes before the first entry are skipped."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def only(files: dict[str, bytes], ending: str) -> io.BytesIO:
    """The only file whose name has an ending."""
    [name] = [name for name in files if name.lower().endswith(ending)]
    return io.BytesIO(files[name])


def instant(text: str) -> float:
    """Milliseconds since 1970 of an ISO 8601 time."""
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


def iso(milliseconds: float) -> str:
    """An ISO 8601 time, cut to milliseconds."""
    seconds, left = divmod(round(milliseconds), 1000)
    return f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%dT%H:%M:%S}.{left:03d}Z"


def span(times: list[float]) -> dict:
    return {"startTime": iso(min(times)), "endTime": iso(max(times))}


def extent(places: list[tuple[float, float]]) -> list[float]:
    """West, south, east, north, in degrees to a centimetre."""
    longitudes, latitudes = zip(*places)
    edges = (min(longitudes), min(latitudes), max(longitudes), max(latitudes))
    return [round(edge, 7) for edge in edges]


def written(amounts: dict[str, tuple[float, str]]) -> dict[str, str]:
    """Amounts to nine digits, with their units."""
    return {name: f"{value:.9g} {unit}".strip() for name, (value, unit) in amounts.items()}


def mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)
