"""Compares inspections of Furrow, and the files that it has written, with what independent readers find in the sources. Areas are those of the cylindrical equal-area projection of
the ellipsoid, with edges split to 20 m before, since edges are straight in degrees."""

import json
import sys

import numpy as np
import pyproj
import shapely
from readers import AREAS, READERS, integers_of, parts, refuse_unknown, valid

to_metres = pyproj.Transformer.from_crs("EPSG:4326", "+proj=cea +ellps=WGS84", always_xy=True)
differing = []
compared = 0


def square_metres(shape):
    split = shapely.segmentize(shape, 0.0002)
    return shapely.transform(split, lambda xy: np.column_stack(to_metres.transform(xy[:, 0], xy[:, 1]))).area


def same(what, got, expected, tolerance):
    global compared
    compared += 1
    if got is None or abs(got - expected) > tolerance:
        differing.append(f"{what}: {got} instead of {expected}")


def source_of(case):
    grounds = READERS[case["format"]](case["path"], case["inspection"]["rateColumn"])
    grounds = [(rate, shape) for rate, shape in grounds if shape and not shape.is_empty]
    if "rest" in case:
        field = shapely.geometry.shape(case["rest"]["field"])
        rest = shapely.difference(field, shapely.union_all([valid(shape) for _, shape in grounds]))
        grounds.append((case["rest"]["rate"], rest))
    return grounds


def compare_inspection(name, grounds, inspection):
    _, area_unit = parts(inspection["rateUnit"])
    areas = [square_metres(shape) for _, shape in grounds]
    rates = [rate for rate, _ in grounds]
    total = sum(rate * area for (rate, _), area in zip(grounds, areas)) / area_unit
    # Areas are stated to a square metre, amounts and means to a ten thousandth.
    same(f"{name}: polygons", inspection["polygons"], len(grounds), 0)
    same(f"{name}: area", inspection["area"]["value"], sum(areas) / area_unit, 1e-4 + 1e-6 * sum(areas) / area_unit)
    same(f"{name}: lowest rate", inspection["rate"]["min"], min(rates), 1e-9 * max(rates))
    same(f"{name}: highest rate", inspection["rate"]["max"], max(rates), 1e-9 * max(rates))
    same(f"{name}: mean rate", inspection["rate"]["mean"], total * area_unit / sum(areas), 1e-4 + 1e-6 * max(rates))
    same(f"{name}: total", inspection["total"]["value"], total, 1e-4 + 1e-6 * total)
    for level in inspection.get("levels", []):
        of_level = [area for (rate, _), area in zip(grounds, areas) if abs(rate - level["rate"]) <= 1e-9 * max(rates)]
        expected = sum(of_level) / area_unit
        same(f"{name}: area of {level['rate']}", level["area"], expected, 1e-4 + 1e-6 * expected)
    union = shapely.union_all([valid(shape) for _, shape in grounds])
    same(f"{name}: overlaps", inspection["overlaps"]["squareMetres"], sum(areas) - square_metres(union), 1 + 1e-6 * sum(areas))


def compare_ground(name, grounds, written, step):
    """Each rate has the same ground, to the thickness of a millimetre."""
    def by_rate(some):
        found = {}
        for rate, shape in some:
            found.setdefault(round(rate / step), []).append(valid(shape))
        return {key: shapely.union_all(shapes) for key, shapes in found.items()}

    expected, got = by_rate(grounds), by_rate(written)
    same(f"{name}: number of rates", len(got), len(expected), 0)
    for key, shape in expected.items():
        difference = square_metres(shapely.symmetric_difference(shape, got.get(key, shapely.Polygon())))
        same(f"{name}: ground of {key * step} that differs", difference, 0, 0.001 * shape.length * 111_000 + 0.01)


def compare_written(case, grounds, to, path):
    name = f"{case['name']} as {to}"
    column = case["columns"][to]
    unit = case["inspection"]["rateUnit"]
    step = 1e-6
    if to == "isoxml":
        refuse_unknown(path)
        values = integers_of(path, column)
        step = values[0][0].scale
        for one, integer, _ in values:
            # A task controller sends what people see, to half a step.
            same(f"{name}: rate that is sent", one.sent(integer), one.rate(integer), 1e-6 * one.rate(integer))
            if one.unit != unit:
                differing.append(f"{name}: {one.unit} instead of {unit}")
    written = READERS[to](path, column)
    compare_ground(name, grounds, written, step)
    total = sum(rate * square_metres(shape) for rate, shape in written) / AREAS[unit.split("/")[1]]
    area = case["inspection"]["area"]["value"]
    same(f"{name}: total", case["inspection"]["total"]["value"], total, 1e-4 + step / 2 * area + 1e-6 * total)


with open(sys.argv[1], encoding="utf-8") as file:
    cases = json.load(file)
for case in cases:
    before = len(differing)
    grounds = source_of(case)
    compare_inspection(case["name"], grounds, case["inspection"])
    for to, path in case["written"].items():
        compare_written(case, grounds, to, path)
    inspection = case["inspection"]
    amount, unit = inspection["total"]["value"], inspection["total"]["unit"]
    area, of_area = inspection["area"]["value"], inspection["area"]["unit"]
    print(f"{'differs' if len(differing) > before else 'agrees'}: {case['name']}, {len(grounds)} polygons, {area:.4f} {of_area}, {amount:.4f} {unit}; as {', '.join(case['written']) or 'nothing'}")
for line in differing:
    print(line)
print(f"{compared} figures compared, {len(differing)} differ.")
sys.exit(1 if differing else 0)
