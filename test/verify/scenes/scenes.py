"""Compares the service's images of a scene with those of numpy and rasterio."""
import glob
import json
import os
import sys

import numpy
import rasterio
from rasterio.features import geometry_mask
from rasterio.warp import transform


def add(source, target):
    """The numbers increased by 1,000, except for missing ones."""
    with rasterio.open(source) as given:
        values = given.read(1).astype(numpy.uint16)
        profile = {**given.profile, "driver": "GTiff"}
    values[values > 0] += 1000
    with rasterio.open(target, "w", **profile) as made:
        made.write(values, 1)


def offset_of(item):
    """Scale and offset of the red band, by the catalogue's documentation."""
    band = item["assets"]["red"]["raster:bands"][0]
    if item["collection"] == "sentinel-2-l2a" and item["properties"].get("earthsearch:boa_offset_applied"):
        return band["scale"], 0.0
    return band["scale"], band["offset"]


def sampled(path, lon, lat):
    """The nearest number of a file at each position; 0 outside of it."""
    with rasterio.open(path) as band:
        x, y = transform("EPSG:4326", band.crs, lon.ravel(), lat.ravel())
        column = numpy.floor((numpy.array(x) - band.transform.c) / band.transform.a).astype(int)
        row = numpy.floor((numpy.array(y) - band.transform.f) / band.transform.e).astype(int)
        inside = (column >= 0) & (row >= 0) & (column < band.width) & (row < band.height)
        values = numpy.zeros(column.shape)
        values[inside] = band.read(1)[row[inside], column[inside]]
        return values.reshape(lon.shape)


def compare(folder):
    case = json.load(open(os.path.join(folder, "case.json")))
    scale, offset = offset_of(json.load(open(case["item"])))
    with rasterio.open(os.path.join(folder, "NDVI.tif")) as made:
        ours, place = made.read(1), made.transform
        assert made.crs.to_epsg() == 4326
    columns, rows = numpy.meshgrid(numpy.arange(ours.shape[1]) + 0.5, numpy.arange(ours.shape[0]) + 0.5)
    lon, lat = place.c + columns * place.a, place.f + rows * place.e
    field = geometry_mask([case["ground"]], ours.shape, place, invert=True)
    red, near = sampled(case["red"], lon, lat), sampled(case["near"], lon, lat)
    seen = field & (red > 0) & (near > 0)
    red, near = red * scale + offset, near * scale + offset
    with numpy.errstate(divide="ignore", invalid="ignore"):
        index = numpy.clip((near - red) / (near + red), -1, 1)
    seen &= near + red > 0
    classes = sampled(case["classes"], lon, lat)
    covered = field & (classes != 0)
    cloudy = field & numpy.isin(classes, [8, 9, 10])
    values = index[seen]
    theirs = {
        "coverage": round(100 * covered.sum() / field.sum(), 2),
        "clouds": round(100 * cloudy.sum() / covered.sum(), 2),
        "mean": values.mean(),
        "min": values.min(),
        "max": values.max(),
        **{f"p{q}": numpy.percentile(values, q) for q in (10, 25, 50, 75, 90)},
    }
    told = case["statistics"]["NDVI"]
    same = {**{k: case[k] for k in ("coverage", "clouds")}, **{k: told[k] for k in ("mean", "min", "max")}, **told["quantiles"]}
    faults = [f"{k}: {same[k]} here, {theirs[k]:.6f} there" for k in theirs if abs(same[k] - theirs[k]) > (0.011 if k in ("coverage", "clouds") else 1e-4)]
    elsewhere = int((numpy.isnan(ours) == seen).sum())
    furthest = float(numpy.abs(ours - index)[seen & ~numpy.isnan(ours)].max())
    if elsewhere:
        faults.append(f"{elsewhere} pixels have a value on one side only")
    if furthest > 1e-4:
        faults.append(f"a pixel differs by {furthest}")
    said = f"{int(seen.sum())} pixels, within {furthest:.1e}; coverage {theirs['coverage']} %, clouds {theirs['clouds']} %, mean {theirs['mean']:.4f}"
    print(f"{'DIFFERS' if faults else 'same'}  {case['name']}: {said}")
    for fault in faults:
        print(f"    {fault}")
    return bool(faults)


if sys.argv[1] == "add":
    add(sys.argv[2], sys.argv[3])
else:
    found = sorted(glob.glob(os.path.join(sys.argv[2], "*", "case.json")))
    differing = sum(compare(os.path.dirname(path)) for path in found)
    print(f"{differing} of {len(found)} differ.")
    sys.exit(1 if differing or not found else 0)
