"""Shapefiles that John Deere Operations Center exports, read with pyshp."""

import json
import math
import shapefile
from figures import ACRE, FLUID_OUNCE, FOOT, GALLON, POUND, entries, extent, instant, mean, only, span, written

BY = f"pyshp {shapefile.__version__}"
FEET = FOOT * FOOT


def harvest(path: str, pounds_per_bushel: float, standard_moisture: float) -> list[dict]:
    """Mass by the columns of the table; bushels and dry mass by the weight of the crop's bushel and its standard moisture."""
    rows, _ = read(path)
    for row in rows:
        row["area"] = row["DISTANCE"] * row["SWATHWIDTH"] * FEET
        row["pounds"] = row["WetMass"] * row["area"] / ACRE
    # Pounds of points have seven digits: less than half of the last one is 0.
    empty = [row for row in rows if row["pounds"] < 0.5e-7]
    odd = [row for row in rows if row["pounds"] >= 0.5e-7 and not 0 < row["Moisture"] < 100]
    kept = [row for row in rows if row["pounds"] >= 0.5e-7 and 0 < row["Moisture"] < 100]
    dropped = {"wetMass": len(empty), "harvestMoisture": len(odd)}
    area = total(kept, "area")
    wet = total(kept, "pounds")
    dry = math.fsum(
        row["pounds"] * min(1, (100 - row["Moisture"]) / (100 - standard_moisture)) for row in kept
    )
    bushels = math.fsum(row["VRYIELDVOL"] * row["area"] / ACRE for row in kept)
    totals = {
        "totalArea": (area, "m2"),
        "totalDistance": (total(kept, "DISTANCE"), "ft"),
        "totalWetMass": (wet, "lb"),
        "totalWetVolume": (wet / pounds_per_bushel, "bu"),
        "totalDryMass": (dry, "lb"),
        # The maker's own volume, which is at standard moisture.
        "totalDryVolume": (bushels, "bu"),
    }
    averages = {
        "wetMassPerArea": (wet / area * ACRE, "lb/ac"),
        "dryMassPerArea": (dry / area * ACRE, "lb/ac"),
        "harvestMoisture": (mean([row["Moisture"] for row in kept]), "percentage"),
    }
    return [work(rows, kept, dropped, totals, averages)]


def application(path: str) -> list[dict]:
    """Applied amounts by the columns of the table, and the parts of the mix by their shares of its rate."""
    rows, described = read(path)
    for row in rows:
        row["area"] = row["DISTANCE"] * row["SWATHWIDTH"] * FEET
    area = total(rows, "area")
    gallons = math.fsum(row["AppliedRat"] * row["area"] / ACRE for row in rows)
    product = described["Product"]
    litres = {"gal1ac-1": GALLON, "floz1ac-1": FLUID_OUNCE}
    mix = product["Rate"]["Value"] * litres[product["Rate"]["Unit"]]
    parts = {}
    for part in product["Components"]:
        unit = part["Rate"]["Unit"]
        share = part["Rate"]["Value"] * litres[unit] / mix
        parts[part["Name"]] = (gallons * share * GALLON / litres[unit], unit.split("1")[0])
    totals = {
        "totalArea": (area, "m2"),
        "totalDistance": (total(rows, "DISTANCE"), "ft"),
        "totalApplied": (gallons, "gal"),
    }
    found = work(rows, rows, {}, totals, {"appliedRate": (gallons / area * ACRE, "gal/ac")})
    return [{**found, "products": written(parts)}]


def read(path: str) -> tuple[list[dict], dict]:
    """The rows of the table, each with its `place`, and the description beside it."""
    files = entries(path)
    described = json.load(only(files, "-deere-metadata.json"))
    with shapefile.Reader(shp=only(files, ".shp"), shx=only(files, ".shx"), dbf=only(files, ".dbf")) as reader:
        rows = [{**record.record.as_dict(), "place": place(record.shape)} for record in reader.iterShapeRecords()]
    return rows, described


def place(shape: shapefile.Shape) -> tuple[float, float]:
    """A point, or the centre of gravity of a swath."""
    if len(shape.points) == 1:
        return shape.points[0][0], shape.points[0][1]
    ring = shape.points[: shape.parts[1]] if len(shape.parts) > 1 else shape.points
    x0, y0 = ring[0][0], ring[0][1]
    twice = x = y = 0.0
    for here, there in zip(ring, ring[1:]):
        (x1, y1), (x2, y2) = (here[0] - x0, here[1] - y0), (there[0] - x0, there[1] - y0)
        cross = x1 * y2 - x2 * y1
        twice += cross
        x += (x1 + x2) * cross
        y += (y1 + y2) * cross
    return x0 + x / (3 * twice), y0 + y / (3 * twice)


def work(rows: list[dict], kept: list[dict], dropped: dict, totals: dict, averages: dict) -> dict:
    return {
        "points": {"read": len(rows), "kept": len(kept), "dropped": {name: n for name, n in dropped.items() if n}},
        **span([instant(row["IsoTime"]) for row in kept]),
        "extent": extent([row["place"] for row in kept]),
        "totals": written(totals),
        "averages": written(averages),
    }


def total(rows: list[dict], column: str) -> float:
    return math.fsum(row[column] for row in rows)
