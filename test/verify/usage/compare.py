"""Compares counted sums with one union of everything up to each day. Areas are those of the cylindrical equal-area projection of the ellipsoid, in which meridians and parallels
stay straight; edges are split to 20 m before, since edges are straight in degrees."""

import json
import sys

import numpy as np
import pyproj
import shapely

with open(sys.argv[1]) as file:
    counted = json.load(file)

to_metres = pyproj.Transformer.from_crs("EPSG:4326", "+proj=cea +ellps=WGS84", always_xy=True)


def hectares(shape):
    split = shapely.segmentize(shape, 0.0002)
    flat = shapely.transform(split, lambda xy: np.column_stack(to_metres.transform(xy[:, 0], xy[:, 1])))
    return flat.area / 10_000


def shape_of(given):
    shape = shapely.from_geojson(json.dumps(given))
    return shape if shape.is_valid else shapely.make_valid(shape)


facts = [(fact["day"], fact["svcUserId"], shape_of(fact["shape"])) for fact in counted["facts"]]
days = sorted({day for day, _, _ in facts})
worst = 0.0
compared = 0
for sums in counted["sums"]:
    subjects = {"owner": sums["owner"], **sums["users"]}
    if sorted(sums["users"]) != sorted({user for _, user, _ in facts}):
        sys.exit(f"users differ: {sorted(sums['users'])}")
    for subject, by_day in subjects.items():
        for day in days:
            own = [shape for at, user, shape in facts if at <= day and subject in ("owner", user)]
            expected = hectares(shapely.union_all(own))
            got = sum(units for at, units in by_day if at <= day) / 1_000_000
            difference = abs(got - expected) / expected if expected else abs(got)
            compared += 1
            worst = max(worst, difference)
            if difference > 1e-6:
                print(f"{sums['product']} {subject} {day}: {got} instead of {expected} ({difference:.2e})")
whole = sum(hectares(shape) for _, _, shape in facts)
final = hectares(shapely.union_all([shape for _, _, shape in facts]))
print(f"{len(facts)} shapes of {whole:.1f} ha, {final:.1f} ha without overlaps; {compared} sums differ by at most {worst:.2e}")
sys.exit(1 if worst > 1e-6 else 0)
