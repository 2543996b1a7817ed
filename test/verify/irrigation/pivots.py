"""Chooses real pivots and the irrigated zones around them: circles with a neighbour that they overlap, part circles and whole ones. Prints them as JSON."""

import csv
import io
import json
import math
import sys
import zipfile
from pathlib import Path

import shapefile
import shapely

folder = Path(sys.argv[1])
wanted = int(sys.argv[2])
metres_per_foot = 0.3048
metres_per_degree = 111_320

with open(folder / "SC_Pivots_2021_Lat_Lon2.csv", newline="") as file:
    pivots = [
        {
            "id": f"sc-{row['id']}-{number}",
            "longitude": float(row["Long"]),
            "latitude": float(row["Lat"]),
            "wetLength": float(row["WetRad_ft"]) * metres_per_foot,
            "degrees": float(row["Degrees"]),
        }
        for number, row in enumerate(csv.DictReader(file))
    ]


def apart(a, b):
    east = (a["longitude"] - b["longitude"]) * math.cos(math.radians(a["latitude"]))
    return math.hypot(east, a["latitude"] - b["latitude"]) * metres_per_degree


def neighbours():
    """Pairs whose circles overlap without one being within the other."""
    ordered = sorted(pivots, key=lambda one: one["latitude"])
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if (other["latitude"] - one["latitude"]) * metres_per_degree > 1_600:
                break
            radii = one["wetLength"], other["wetLength"]
            if max(radii) < apart(one, other) < 0.8 * sum(radii):
                yield one, other


chosen = {one["id"]: one for pair in list(neighbours())[:3] for one in pair}
for degrees_of in (lambda degrees: degrees >= 360, lambda degrees: degrees < 330):
    some = [one for one in pivots if degrees_of(one["degrees"]) and one["degrees"] > 60]
    for one in some[:: max(1, len(some) // ((wanted - 6) // 2))]:
        chosen.setdefault(one["id"], one)

with zipfile.ZipFile(folder / "irrigation_zones2020.zip") as archive:
    parts = {name.rsplit(".", 1)[1]: io.BytesIO(archive.read(name)) for name in archive.namelist()}
zones = [shapely.make_valid(shapely.geometry.shape(one.__geo_interface__)) for one in shapefile.Reader(**{part: parts[part] for part in ("shp", "shx", "dbf")}).shapes()]
tree = shapely.STRtree(zones)

fields = []
for one in chosen.values():
    north = one["wetLength"] / metres_per_degree
    east = north / math.cos(math.radians(one["latitude"]))
    # A square from the pivot, which cuts its circle; and the real zones around it.
    square = shapely.box(one["longitude"] - east / 3, one["latitude"] - north / 5, one["longitude"] + east * 1.2, one["latitude"] + north)
    fields.append(square)
    around = shapely.box(one["longitude"] - east, one["latitude"] - north, one["longitude"] + east, one["latitude"] + north)
    found = sorted((zones[at] for at in tree.query(around, "intersects")), key=lambda zone: -zone.intersection(around).area)
    fields.extend(zone for zone in found[:2] if zone.geom_type in ("Polygon", "MultiPolygon"))

shapes = {shapely.to_wkb(field): json.loads(shapely.to_geojson(field)) for field in fields}
print(json.dumps({"pivots": list(chosen.values()), "fields": list(shapes.values())}))
