"""Compares the service's images of a scene with those of numpy and rasterio."""
import glob
import json
import os
import sys
import warnings

import numpy
import rasterio
from rasterio.features import geometry_mask
from rasterio.warp import transform

# Pictures are placed by the bounds of their process.
warnings.filterwarnings("ignore", category=rasterio.errors.NotGeoreferencedWarning)


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


def masks(folder, case):
    """Faults of the masked pictures: opaque are the pixels of the whole picture whose ground is clear."""
    faults = []
    west, south, east, north = case["bounds"]
    for name in ("NDVI", "NDRE", "RGB"):
        alphas = []
        for file in (f"{name}.png", f"{name}_masked.png"):
            with rasterio.open(os.path.join(folder, file)) as picture:
                alphas.append(picture.read(4) if picture.count == 4 else numpy.where(picture.read(1) == 0, 0, 255))
        whole, masked = alphas
        (left, right), (bottom, top) = transform("EPSG:4326", "EPSG:3857", [west, east], [south, north])
        x = left + (numpy.arange(whole.shape[1]) + 0.5) * (right - left) / whole.shape[1]
        y = top - (numpy.arange(whole.shape[0]) + 0.5) * (top - bottom) / whole.shape[0]
        columns, rows = numpy.meshgrid(x, y)
        lon, lat = (numpy.array(each).reshape(whole.shape) for each in transform("EPSG:3857", "EPSG:4326", columns.ravel(), rows.ravel()))
        clear = numpy.isin(sampled(case["classes"], lon, lat), [4, 5, 6, 7])
        differing = int(((masked > 0) != ((whole > 0) & clear)).sum())
        # A pixel on the line between two of the file may fall to either.
        if differing > whole.size * 1e-4:
            faults.append(f"{name}_masked.png: {differing} of {whole.size} pixels are masked on one side only")
    return faults


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
    clear = seen & numpy.isin(classes, [4, 5, 6, 7])
    theirs["clearPercent"] = round(100 * clear.sum() / field.sum(), 2)
    if clear.any():
        theirs |= {"clearMean": index[clear].mean(), "clearMin": index[clear].min(), "clearMax": index[clear].max()}
        theirs |= {f"clearP{q}": numpy.percentile(index[clear], q) for q in (10, 25, 50, 75, 90)}
    same = {**{k: case[k] for k in ("coverage", "clouds")}, **{k: told[k] for k in ("mean", "min", "max")}, **told["quantiles"]}
    same |= {k: told[k] for k in ("clearPercent", "clearMean", "clearMin", "clearMax") if k in told}
    same |= {f"clear{k.upper()}": value for k, value in told.get("clearQuantiles", {}).items()}
    percents = ("coverage", "clouds", "clearPercent")
    faults = [f"{k} is on one side only" for k in same.keys() ^ theirs.keys()]
    faults += [f"{k}: {same[k]} here, {theirs[k]:.6f} there" for k in same.keys() & theirs.keys() if abs(same[k] - theirs[k]) > (0.011 if k in percents else 1e-4)]
    faults += masks(folder, case)
    with rasterio.open(os.path.join(folder, "SCL.tif")) as made:
        ours_classes = numpy.nan_to_num(made.read(1))
    wrong = int((ours_classes != numpy.where(field, classes, 0)).sum())
    if wrong:
        faults.append(f"{wrong} pixels have another scene class")
    elsewhere = int((numpy.isnan(ours) == seen).sum())
    furthest = float(numpy.abs(ours - index)[seen & ~numpy.isnan(ours)].max())
    if elsewhere:
        faults.append(f"{elsewhere} pixels have a value on one side only")
    if furthest > 1e-4:
        faults.append(f"a pixel differs by {furthest}")
    said = f"{int(seen.sum())} pixels, within {furthest:.1e}; coverage {theirs['coverage']} %, clouds {theirs['clouds']} %, mean {theirs['mean']:.4f}, clear {theirs['clearPercent']} %"
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
