"""Tables of text, read with Python's csv module."""

import csv
import math
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo
from figures import ACRE, INCH, extent, mean, span, written

BY = f"csv of Python {sys.version_info.major}.{sys.version_info.minor}"
GPS_EPOCH = datetime(1980, 1, 6, tzinfo=timezone.utc)
LOWERED = {"1", "33"}


def ag_leader(path: str, pounds_per_bushel: float, standard_moisture: float) -> list[dict]:
    """Ag Leader's advanced text: flow in lb/s, way and width in inches, a lowered header being 1 or 33."""
    with open(path, encoding="latin-1", newline="") as file:
        rows = [row for row in csv.reader(file) if row]
    # By the first rule that a row breaks, in the order of the settings.
    cut = [row for row in rows if float(row[2]) > 0]
    moist = [row for row in cut if 0 < float(row[7]) < 100]
    kept = [row for row in moist if row[8] in LOWERED]
    dropped = {
        "wetMass": len(rows) - len(cut),
        "harvestMoisture": len(cut) - len(moist),
        "recordingStatus": len(moist) - len(kept),
    }
    masses = [float(row[2]) * float(row[4]) for row in kept]
    moistures = [float(row[7]) for row in kept]
    area = math.fsum(float(row[5]) * float(row[6]) * INCH**2 for row in kept)
    wet = math.fsum(masses)
    dry = math.fsum(
        mass * min(1, (100 - moisture) / (100 - standard_moisture)) for mass, moisture in zip(masses, moistures)
    )
    times = [(GPS_EPOCH + timedelta(seconds=float(row[3]))).timestamp() * 1000 for row in kept]
    totals = {
        "totalArea": (area, "m2"),
        "totalDistance": (math.fsum(float(row[5]) for row in kept) / 12, "ft"),
        "totalWetMass": (wet, "lb"),
        "totalWetVolume": (wet / pounds_per_bushel, "bu"),
        "totalDryMass": (dry, "lb"),
        "totalDryVolume": (dry / pounds_per_bushel, "bu"),
    }
    averages = {
        "wetMassPerArea": (wet / area * ACRE, "lb/ac"),
        "dryMassPerArea": (dry / area * ACRE, "lb/ac"),
        "harvestMoisture": (mean(moistures), "percentage"),
    }
    places = [(float(row[0]), float(row[1])) for row in kept]
    return [work(rows, kept, dropped, times, places, totals, averages)]


def metric_table(path: str) -> list[dict]:
    """A yield monitor's table whose header names metric units; dates without a time are midnight in the zone of the field, Victoria."""
    with open(path, encoding="latin-1", newline="") as file:
        rows = list(csv.DictReader(file))
    column = lambda name: [float(row[name]) for row in rows]
    areas = [distance * width for distance, width in zip(column("Distance(m)"), column("Swth Wdth(m)"))]
    area = math.fsum(areas)
    wet = math.fsum(t * s / 3600 for t, s in zip(column("Crop Flw(M)(tonne/h)"), column("Duration(s)")))
    dry = math.fsum(rate * area / 10_000 for rate, area in zip(column("Yld Mass(Dry)(tonne/ha)"), areas))
    places = list(zip(column("Longitude"), column("Latitude")))
    zone = ZoneInfo("Australia/Melbourne")
    times = [datetime.strptime(row["DateStamp"], "%d/%m/%Y").replace(tzinfo=zone).timestamp() * 1000 for row in rows]
    totals = {
        "totalArea": (area, "m2"),
        "totalDistance": (math.fsum(column("Distance(m)")), "m"),
        "totalWetMass": (wet, "t"),
        "totalDryMass": (dry, "t"),
    }
    averages = {
        "wetMassPerArea": (wet / area * 10_000, "t/ha"),
        "dryMassPerArea": (dry / area * 10_000, "t/ha"),
        "harvestMoisture": (mean(column("Moisture(%)")), "percentage"),
    }
    return [work(rows, rows, {}, times, places, totals, averages)]


def work(rows, kept, dropped, times, places, totals, averages) -> dict:
    return {
        "points": {"read": len(rows), "kept": len(kept), "dropped": {name: n for name, n in dropped.items() if n}},
        **span(times),
        "extent": extent(places),
        "totals": written(totals),
        "averages": written(averages),
    }
