"""Compares the service's images of Planet's files with those of numpy and rasterio."""
import glob
import json
import os
import sys

import numpy
import rasterio
from rasterio.features import geometry_mask
from rasterio.warp import transform_geom

NAMES = ["coastal_blue", "blue", "green_i", "green", "yellow", "red", "red_edge", "nir"]


def repack(source, target, compress):
    """The pixels in another packing."""
    with rasterio.open(source) as given:
        values, profile = given.read(), given.profile
    profile.update(compress=compress, tiled=True, blockxsize=256, blockysize=256, interleave="pixel", predictor=2)
    with rasterio.open(target, "w", **profile) as made:
        made.write(values)


def index(near, colour):
    with numpy.errstate(divide="ignore", invalid="ignore"):
        value = (near - colour) / (near + colour)
    return numpy.where((near == 0) | (colour == 0), numpy.nan, value)


def compare(path):
    folder, case = os.path.dirname(path), json.load(open(path))
    with rasterio.open(case["analytic"]) as file:
        bands, place, crs = file.read().astype(float), file.transform, file.crs
    with rasterio.open(case["mask"]) as file:
        usable = file.read()
        assert (file.transform, file.crs) == (place, crs)
    shape = bands.shape[1:]
    field = geometry_mask([transform_geom("EPSG:4326", crs, case["ground"])], shape, place, invert=True)
    seen = field & (usable[7] & 1 == 0) & bands.any(axis=0)
    cloudy = seen & (usable[5] > 0)
    hidden = (usable[5] > 0) | (usable[2] > 0) | (usable[3] > 0) | (usable[4] > 0)
    faults, furthest = [], 0.0

    def differ(name, ours, theirs, within=1e-4):
        if not abs(ours - theirs) <= within:
            faults.append(f"{name}: {ours} here, {theirs} there")

    def pixels(name, theirs):
        nonlocal furthest
        with rasterio.open(os.path.join(folder, f"{name}.tif")) as file:
            ours = file.read(1)
            assert file.crs == crs
            column, row = ~place * (file.transform.c + 1.5, file.transform.f - 1.5)
        full = numpy.full(shape, numpy.nan)
        full[int(row) : int(row) + ours.shape[0], int(column) : int(column) + ours.shape[1]] = ours
        theirs = numpy.where(field, theirs, numpy.nan)
        elsewhere = int((numpy.isnan(full) != numpy.isnan(theirs)).sum())
        if elsewhere:
            faults.append(f"{name}: {elsewhere} pixels have a value on one side only")
        furthest = max(furthest, float(numpy.nanmax(numpy.abs(full - theirs))))
        return theirs

    differ("coverage", case["coverage"], 100 * seen.sum() / field.sum(), 0.0051)
    differ("clouds", case["clouds"], 100 * cloudy.sum() / seen.sum(), 0.0051)
    for number, name in enumerate(NAMES):
        pixels(name, numpy.where(bands[number] == 0, numpy.nan, bands[number] * 0.0001))
    for name, colour in (("NDVI", 5), ("NDRE", 6)):
        theirs = pixels(name, index(bands[7], bands[colour]))
        values, told = theirs[~numpy.isnan(theirs)], case["statistics"][name]
        clear = theirs[~numpy.isnan(theirs) & (usable[7] & 1 == 0) & ~hidden]
        differ(f"{name} mean", told["mean"], values.mean())
        differ(f"{name} clear mean", told["clearMean"], clear.mean())
        for part in (10, 25, 50, 75, 90):
            differ(f"{name} p{part}", told["quantiles"][f"p{part}"], numpy.percentile(values, part))
    if not furthest <= 1e-4:
        faults.append(f"a pixel differs by {furthest}")
    said = f"{int(field.sum())} pixels, within {furthest:.1e}; coverage {case['coverage']} %, clouds {case['clouds']} %"
    print(f"{'DIFFERS' if faults else 'same'}  {case['name']}: {said}")
    for fault in faults:
        print(f"    {fault}")
    return bool(faults)


if sys.argv[1] == "repack":
    repack(*sys.argv[2:5])
else:
    found = sorted(glob.glob(os.path.join(sys.argv[2], "planet-*", "case.json")))
    differing = sum(compare(path) for path in found)
    print(f"{differing} of {len(found)} of Planet differ.")
    sys.exit(1 if differing or not found else 0)
