"""Task data of ISO 11783-10: each task with time logs is a piece of work."""

import math
import sys
import xml.etree.ElementTree as xml
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
from figures import entries, extent, mean, span, written
from time_log import DAY, Record, records

BY = (
    "test/verify/corpus/task_data.py, by the layout of ISO 11783-10, annex D, "
    f"on Python {sys.version_info.major}.{sys.version_info.minor}"
)
# Numbers of the data dictionary (ISO 11783-11).
SEEDS_PER_AREA, WIDTH, TOTAL_MASS, MOISTURE, WORK_STATE, SECTION_STATES = 12, 67, 90, 99, 141, 161
QUARTER = 900_000
EQUATOR, FLATTENING = 6_378_137.0, 1 / 298.257223563
# Records further apart than this do not follow each other.
MOST_METRES, MOST_MILLISECONDS = 100, 60_000


def tasks(path: str) -> list[tuple[xml.Element, xml.Element, list[list[Record]]]]:
    """Each set's root, with every task that names time logs and the records of each of these."""
    files = {name: content for name, content in entries(path).items() if "MACOSX" not in name}
    found = []
    for name in files:
        folder, _, file = name.rpartition("/")
        if file.upper() != "TASKDATA.XML":
            continue
        beside = {other.rpartition("/")[2].upper(): content for other, content in files.items() if other.startswith(folder)}
        root = xml.fromstring(files[name])
        for task in root.iter("TSK"):
            logs = [tlg.get("A").upper() for tlg in task.iter("TLG")]
            if logs:
                read = [records(beside[f"{log}.XML"], beside[f"{log}.BIN"]) for log in logs]
                found.append((root, task, read))
    return found


def counted_mass(path: str) -> list[dict]:
    """Totals of a machine that weighs and logs no rate, without any cleanup: the growth of its counter within each log."""
    works = []
    for root, task, logs in tasks(path):
        every = [record for log in logs for record in log]
        placed = [record for record in every if record.place]
        kilograms = math.fsum(growth(log, element) for log in logs for element in elements(log, TOTAL_MASS))
        moistures = [
            scaled(root, key, value)
            for record in placed
            for key, value in record.values.items()
            if key[0] == MOISTURE
        ]
        totals = {
            "totalDistance": (math.fsum(metres for log in logs for metres in steps(log)), "m"),
            "totalWetMass": (kilograms / 1000, "t"),
        }
        works.append(
            {
                "task": task.get("A"),
                **work(every, placed, placed, totals, {"harvestMoisture": (mean(moistures), "percentage")}),
            }
        )
    return works


def sections_sown(path: str) -> list[dict]:
    """Totals of a planter that logs seeds per area, which of its sections are on, and the width of each."""
    works = []
    for root, _, [log] in tasks(path):
        placed = [record for record in log if record.place]
        whole = highest(root, elements(log, SEEDS_PER_AREA))
        parts = []
        for record, metres in zip(log, steps(log)):
            states = next((value for (ddi, _), value in record.values.items() if ddi == SECTION_STATES), 0)
            widths = section_widths(record)
            on = [width for index, width in enumerate(widths) if states >> 2 * index & 3 == 1]
            if record.place and on and is_on(record):
                area = metres * sum(on) / 1000
                parts.append((record, metres, area, area * record.values[SEEDS_PER_AREA, whole] / 1000))
        area = math.fsum(part[2] for part in parts)
        seeds = math.fsum(part[3] for part in parts)
        totals = {
            "totalArea": (area, "m2"),
            "totalDistance": (math.fsum(part[1] for part in parts), "m"),
            "totalPlanted": (seeds, "seeds"),
        }
        works.append(work(log, placed, [part[0] for part in parts], totals, {"seedRate": (seeds / area * 10_000, "seeds/ha")}))
    return works


def logged_nothing(path: str) -> list[dict]:
    """Work for which no rate, amount or state of work other than 0 was ever logged."""
    work_values = {2, 7, 12, 37, 42, 80, 81, 82, 83, 84, 86, 87, 89, 90, 116, WORK_STATE}
    for _, _, logs in tasks(path):
        values = [value for log in logs for record in log for (ddi, _), value in record.values.items() if ddi in work_values]
        if any(values):
            raise ValueError("it tells of work")
    return []


def work(every: list[Record], placed: list[Record], kept: list[Record], totals: dict, averages: dict) -> dict:
    dropped = {"recordingStatus": len(placed) - len(kept), "position": len(every) - len(placed)}
    ahead = ahead_of_utc(every)
    return {
        "points": {"read": len(every), "kept": len(kept), "dropped": {name: n for name, n in dropped.items() if n}},
        **span([record.time - ahead for record in kept]),
        "extent": extent([record.place for record in kept]),
        "totals": written(totals),
        "averages": written(averages),
    }


def ahead_of_utc(every: list[Record]) -> float:
    """Milliseconds of the machine's clock ahead of UTC, by the satellites, or by the clocks of Germany without them."""
    first = next((record for record in every if record.gps is not None), None)
    if first is None:
        local = datetime.fromtimestamp(every[0].time / 1000, timezone.utc).replace(tzinfo=ZoneInfo("Europe/Berlin"))
        return local.utcoffset().total_seconds() * 1000
    ahead = round((first.time - first.gps) % DAY / QUARTER) * QUARTER
    return ahead - DAY if ahead > 14 * 4 * QUARTER else ahead


def steps(log: list[Record]) -> list[float]:
    """The metres from the record before, on the ellipsoid of WGS 84."""
    squared = FLATTENING * (2 - FLATTENING)
    made, before = [], None
    for record in log:
        metres = 0.0
        if record.place and before and record.time - before.time <= MOST_MILLISECONDS:
            (x1, y1), (x2, y2) = before.place, record.place
            middle = math.radians((y1 + y2) / 2)
            bent = 1 - squared * math.sin(middle) ** 2
            north = math.radians(y2 - y1) * EQUATOR * (1 - squared) / bent**1.5
            east = math.radians(x2 - x1) * EQUATOR / math.sqrt(bent) * math.cos(middle)
            metres = math.hypot(north, east)
        made.append(metres if metres <= MOST_METRES else 0.0)
        before = record if record.place else before
    return made


def elements(log: list[Record], ddi: int) -> list[str]:
    return sorted({element for record in log for (number, element) in record.values if number == ddi})


def highest(root: xml.Element, names: list[str]) -> str:
    """The element of a device that is part of no other."""
    [device] = [device for device in root.iter("DVC") if names[0] in [det.get("A") for det in device.iter("DET")]]
    described = {det.get("B"): det for det in device.iter("DET")}

    def above(det: xml.Element | None) -> list[str]:
        return [det.get("A"), *above(described.get(det.get("F")))] if det is not None else []

    lines = {det.get("A"): above(described.get(det.get("F"))) for det in described.values()}
    [found] = [name for name in names if not set(lines[name]) & set(names)]
    return found


def growth(log: list[Record], element: str) -> float:
    """Growth of an element's counter; where it falls it was reset, and counts on from there."""
    counts = [record.values[TOTAL_MASS, element] for record in log if (TOTAL_MASS, element) in record.values]
    return sum(max(0, after - before) for before, after in zip(counts, counts[1:]))


def is_on(record: Record) -> bool:
    """Whether the sections work: their state is the deepest among the elements, and each logged one has to be 1."""
    states = [value for (ddi, _), value in record.values.items() if ddi == WORK_STATE]
    return bool(states) and all(state == 1 for state in states)


def section_widths(record: Record) -> list[int]:
    """Widths in millimetres, by the numbers of the elements that log no state of their own."""
    whole = {element for (ddi, element) in record.values if ddi in (WORK_STATE, SECTION_STATES)}
    widths = {element: value for (ddi, element), value in record.values.items() if ddi == WIDTH and element not in whole}
    return [widths[element] for element in sorted(widths, key=lambda name: int(name.split("-")[1]))]


def scaled(root: xml.Element, key: tuple[int, str], value: int) -> float:
    """A value in the scale of its device (DVP): offset and factor."""
    ddi, element = key
    for device in root.iter("DVC"):
        if element not in [det.get("A") for det in device.iter("DET")]:
            continue
        for dpd in device.iter("DPD"):
            if int(dpd.get("B"), 16) == ddi:
                [dvp] = [dvp for dvp in device.iter("DVP") if dvp.get("A") == dpd.get("F")]
                return (value + float(dvp.get("B"))) * float(dvp.get("C"))
    raise ValueError(f"{element} does not describe {ddi}")
