"""Time logs by the layout of ISO 11783-10, annex D."""

import struct
import xml.etree.ElementTree as xml
from dataclasses import dataclass

DAY = 86_400_000
YEAR_1980 = 315_532_800_000
# Attributes of a position (PTN) with their formats, in the order of a record.
POSITION = [("A", "i"), ("B", "i"), ("C", "i"), ("D", "B"), ("E", "H"), ("F", "H"), ("G", "B"), ("H", "I"), ("I", "H")]
NO_FIX = {0, 14}


@dataclass
class Record:
    # Milliseconds since 1970 in the time of the machine.
    time: float
    # Longitude and latitude in degrees; none without a fix.
    place: tuple[float, float] | None
    # Milliseconds since midnight in UTC, where the log has the time of the satellites.
    gps: int | None
    # Raw values by data dictionary number and element, carried over from earlier records.
    values: dict[tuple[int, str], int]


def records(header: bytes, log: bytes) -> list[Record]:
    """The records of a log. After damage it goes on where two records in a row are possible."""
    root = xml.fromstring(header)
    tim = root if root.tag == "TIM" else root.find(".//TIM")
    columns = [(int(dlv.get("A"), 16), dlv.get("C")) for dlv in tim.iter("DLV")]
    ptn = tim.find("PTN")
    logged = [(name, form) for name, form in POSITION if ptn is not None and ptn.get(name) == ""]
    head = struct.Struct("<IH" + "".join(form for _, form in logged) + "B")

    def parse(at: int):
        if at + head.size > len(log):
            return None
        clock, days, *position, count = head.unpack_from(log, at)
        end = at + head.size + 5 * count
        if end > len(log) or clock >= DAY:
            return None
        values = list(struct.iter_unpack("<Bi", log[at + head.size : end]))
        if any(index >= len(columns) for index, _ in values):
            return None
        fields = dict(zip([name for name, _ in logged], position))
        if abs(fields.get("A", 0)) > 90e7 or abs(fields.get("B", 0)) > 180e7 or fields.get("D", 0) > 15:
            return None
        return days, clock, fields, values, end

    def possible(at: int, day: int | None):
        found = parse(at)
        return found if found and (day is None or abs(found[0] - day) <= 1) else None

    made, carried, at, day = [], {}, 0, None
    while at < len(log):
        found = possible(at, day)
        if not found:
            at += 1
            while at < len(log) and not (possible(at, day) and possible(possible(at, day)[-1], day)):
                at += 1
            continue
        day, clock, fields, values, at = found
        carried = {**carried, **{columns[index]: value for index, value in values}}
        fixed = fields.get("D", 1) not in NO_FIX and (fields.get("A"), fields.get("B")) != (0, 0)
        place = (fields["B"] / 1e7, fields["A"] / 1e7) if fixed and "A" in fields else None
        made.append(Record(YEAR_1980 + day * DAY + clock, place, fields.get("H"), carried))
    return made
