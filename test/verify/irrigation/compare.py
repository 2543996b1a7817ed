"""Computes the water of dates and fields from raw histories with shapely and pyproj, and compares what the service answered.

Passes are by speed and time alone. No shapes are laid over one another: volumes add up by pass, areas are unions. Areas are those of the cylindrical equal-area projection of the
ellipsoid; edges of fields are split to 20 m before, since they are straight in degrees."""

import json
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pyproj
import shapely

with open(sys.argv[1]) as file:
    given = json.load(file)
limit = 0.001
# Cuts of a field that are smaller, in hectares, depend on centimetres of the edge of a circle.
smallest = 0.2

geod = pyproj.Geod(ellps="WGS84")
to_metres = pyproj.Transformer.from_crs("EPSG:4326", "+proj=cea +ellps=WGS84", always_xy=True)


def flat(shape):
    return shapely.transform(shape, lambda xy: np.column_stack(to_metres.transform(xy[:, 0], xy[:, 1])))


def hectares(shape):
    return shape.area / 10_000


def sector(system, start, width):
    bearings = np.linspace(start, start + width, max(2, int(width * 4) + 1))
    count = len(bearings)
    longitudes, latitudes, _ = geod.fwd(
        np.full(count, system["longitude"]), np.full(count, system["latitude"]), bearings, np.full(count, system["wetLength"])
    )
    arc = list(zip(longitudes, latitudes))
    centre = [] if width >= 360 else [(system["longitude"], system["latitude"])]
    return flat(shapely.Polygon(centre + arc))


def passes(system):
    rows = given["histories"][system["id"]]
    for row, following in zip(rows, rows[1:]):
        if row["is_irrigating"] and row["is_moving"]:
            begin, end = (datetime.fromisoformat(one["timestamp"]) for one in (row, following))
            turns = -1 if row["direction"] == "reverse" else 1
            degrees_per_second = turns * 360 * row["rate"] / system["turnSeconds"]
            yield begin, end, row["position"], degrees_per_second, row["depth"] * 1000


def water(system):
    """Depth in millimetres and ground of each part of a pass, by the local date."""
    zone = ZoneInfo(given["timeZones"][system["id"]])
    by_date = {}
    for begin, end, position, speed, depth in passes(system):
        date = begin.astimezone(zone).date()
        while True:
            midnight, next_midnight = (datetime(day.year, day.month, day.day, tzinfo=zone) for day in (date, date + timedelta(days=1)))
            start, stop = max(begin, midnight), min(end, next_midnight)
            if start >= end:
                break
            swept = (stop - start).total_seconds() * speed
            first = position + (start - begin).total_seconds() * speed
            whole, width = divmod(abs(swept), 360)
            parts = by_date.setdefault(date.isoformat(), [])
            parts.extend([(depth, sector(system, 0, 360))] * int(whole))
            if width > 1e-9:
                parts.append((depth, sector(system, first if swept > 0 else first - width, width)))
            date += timedelta(days=1)
    return by_date


def sums(parts):
    """Litres, hectares, millimetres."""
    litres = sum(depth * hectares(shape) for depth, shape in parts) * 10_000
    area = hectares(shapely.union_all([shape for _, shape in parts]))
    return litres, area, litres / 10_000 / area if area else 0


worst = {}
failures = 0


def compare(what, name, got, expected):
    global failures
    difference = abs(got - expected) / expected
    worst[what] = max(worst.get(what, (0, 0))[0], difference), worst.get(what, (0, 0))[1] + 1
    if difference > limit:
        failures += 1
        if failures <= 20:
            print(f"{what} of {name}: {got} instead of {expected} ({difference:.2e})")


def same(what, got, expected):
    global failures
    if got != expected:
        failures += 1
        print(f"{what}: missing {sorted(expected - got)[:5]}, too many {sorted(got - expected)[:5]}")


by_system = {system["id"]: water(system) for system in given["systems"]}
records = {(one["system"], one["date"]): one for one in given["records"]}
same("records", set(records), {(system, date) for system, dates in by_system.items() for date in dates})
for (system, date), one in records.items():
    expected = sums(by_system[system].get(date, []))
    for what, value, wanted in zip(("volume", "area", "depth"), (one["litres"], one["hectares"], one["millimetres"]), expected):
        compare(what, f"{system} on {date}", value, wanted)

cuts = 0
for field in given["fields"]:
    ground = flat(shapely.segmentize(shapely.make_valid(shapely.from_geojson(json.dumps(field["geometry"]))), 0.0002))
    by_date, arc = {}, []
    for dates in by_system.values():
        for date, parts in dates.items():
            for depth, shape in parts:
                common = shape.intersection(ground)
                if common.area > 0:
                    by_date.setdefault(date, []).append((depth, common))
                    arc.append(common)
    got = {one["date"]: one for one in field["records"]}
    expected = {date: sums(parts) for date, parts in by_date.items()}
    same(f"dates of {field['id']}", {date for date in got if date not in expected or expected[date][1] > smallest}, {date for date, (_, area, _) in expected.items() if area > smallest})
    for date, one in got.items():
        if date in expected and expected[date][1] > smallest:
            cuts += 1
            values = one["litres"], one["hectares"], one["millimetres"], one["coverage"]
            wanted = (*expected[date], 100 * expected[date][1] / hectares(ground))
            for what, value, want in zip(("volume", "area", "depth", "coverage"), values, wanted):
                compare(f"{what} within a field", f"{field['id']} on {date}", value, want)
    whole = hectares(shapely.union_all(arc)) if arc else 0
    if whole > smallest:
        compare("whole arc", field["id"], field["season"]["hectares"], whole)
        litres = sum(litres for litres, _, _ in expected.values())
        compare("season's mean", field["id"], field["season"]["millimetres"], litres / 10_000 / whole)

for what, (difference, count) in worst.items():
    print(f"{count} × {what}: at most {difference:.1e} apart")
print(f"{len(records)} days of {len(by_system)} pivots, {cuts} cuts of {len(given['fields'])} fields; {failures} failures")
sys.exit(1 if failures or not cuts else 0)
