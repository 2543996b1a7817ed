"""Reads prescriptions without Furrow: shapefiles with pyshp, coordinate systems with pyproj, task data of ISO 11783 with isoxml, GeoJSON with the standard library.
Each reader returns a list of rates with their ground on WGS 84."""

import io
import json
import tempfile
import zipfile
from pathlib import Path

import isoxml.models.base.v4 as iso
import numpy as np
import pyproj
import shapefile
import shapely
from isoxml.converter.np_grid import to_numpy_array
from isoxml.converter.shapely_geom import ShapelyConverterV3, ShapelyConverterV4
from isoxml.models.ddi_entities import DDEntity
from isoxml.util.isoxml_io import isoxml_from_path
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.parsers.config import ParserConfig

# Kilograms, litres and seeds in the amounts of units, and square metres in their areas (NIST Handbook 44, appendix C).
AMOUNTS = {"gal": 3.785411784, "l": 1, "lbs": 0.45359237, "ton": 907.18474, "kg": 1, "t": 1000, "S": 1, "kS": 1000}
AREAS = {"ha": 10_000, "ac": 43_560 * 0.3048**2}
# What a square metre gets in the units of the data dictionary, in kilograms, litres and seeds.
DICTIONARY = {"mm³/m²": 1e-6, "mg/m²": 1e-6, "/m²": 1}


def parts(unit):
    """Kilograms, litres or seeds in the amount of a unit, and square metres in its area."""
    amount, area = unit.split("/")
    return AMOUNTS[amount.removesuffix("(N)")], AREAS[area]


def valid(shape):
    return shape if shape.is_valid else shapely.make_valid(shape)


def of_shapefile(path, column):
    """The rows of the only shapefile in a zip with a column."""
    with zipfile.ZipFile(path) as archive:
        names = {name.lower(): name for name in archive.namelist()}

        def part(stem, extension):
            name = names.get(f"{stem}.{extension}".lower())
            return io.BytesIO(archive.read(name)) if name else None

        stems = [name[:-4] for name in names.values() if name.lower().endswith(".shp") and "__MACOSX" not in name]
        for stem in stems:
            encoding = (part(stem, "cpg") or io.BytesIO(b"utf-8")).read().decode().strip()
            files = {extension: part(stem, extension) for extension in ("shp", "shx", "dbf")}
            reader = shapefile.Reader(**files, encoding=encoding)
            if column not in [field[0] for field in reader.fields]:
                continue
            system = pyproj.CRS.from_user_input(part(stem, "prj").read().decode())
            to_degrees = pyproj.Transformer.from_crs(system, "EPSG:4326", always_xy=True)
            placed = lambda xy: np.column_stack(to_degrees.transform(xy[:, 0], xy[:, 1]))
            rows = [(row.record[column], shapely.geometry.shape(row.shape)) for row in reader.iterShapeRecords()]
            return [(rate, shapely.transform(shape, placed)) for rate, shape in rows if rate is not None]
    raise SystemExit(f"{path}: no shapefile with the column {column}")


def of_geojson(path, column):
    with open(path, encoding="utf-8") as file:
        features = json.load(file)["features"]
    rates = [feature["properties"].get(column) for feature in features]
    shapes = [shapely.geometry.shape(feature["geometry"]) for feature in features]
    return [(rate, shape) for rate, shape in zip(rates, shapes) if rate is not None]


class Values:
    """How the integers of task data become rates of a product, by their presentation and by the data dictionary."""

    def __init__(self, task_data, zone, column):
        names = {product.id: product.designator for product in task_data.products}
        values = zone.process_data_variables
        of = lambda value: names.get(value.product_id_ref) or f"DDI {value.process_data_ddi.hex().upper()}"
        self.position = [of(value) for value in values].index(column)
        self.count = len(values)
        value = values[self.position]
        shown = [one for one in task_data.value_presentations if one.id == value.value_presentation_id_ref][0]
        self.unit = shown.unit_designator
        self.offset, self.scale = shown.offset, float(shown.scale)
        self.entry = DDEntity.from_bytes(value.process_data_ddi)

    def rate(self, integer):
        """As people see it, in `unit`."""
        return (int(integer) + self.offset) * self.scale

    def sent(self, integer):
        """As a task controller sends it, in `unit`."""
        amount, area = parts(self.unit)
        return int(integer) * self.entry.bit_resolution * DICTIONARY[self.entry.unit] * area / amount

    def of_zone(self, zone):
        return zone.process_data_variables[self.position].process_data_value


def of_task_data(path, column):
    """Zones with polygons, or cells of a grid of the same rate."""
    return [(values.rate(integer), shape) for values, integer, shape in integers_of(path, column)]


def integers_of(path, column):
    with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
        archive.extractall(folder)
        task_data, binaries = isoxml_from_path(next(Path(folder).rglob("TASKDATA.XML")))
    converter = ShapelyConverterV4() if str(task_data.version_major.value) == "4" else ShapelyConverterV3()
    task = [one for one in task_data.tasks if one.treatment_zones][0]
    zones = {zone.code: zone for zone in task.treatment_zones}
    if not task.grids:
        values = Values(task_data, task.treatment_zones[0], column)
        polygons = lambda zone: converter.to_shapely_multi_polygon(zone.polygons)
        filled = [zone for zone in task.treatment_zones if zone.polygons]
        return [(values, values.of_zone(zone), polygons(zone)) for zone in filled]
    grid = task.grids[0]
    is_of_codes = int(grid.type.value) == 1
    template = task.treatment_zones[0] if is_of_codes else zones[grid.treatment_zone_code]
    values = Values(task_data, template, column)
    entries = [values.entry] * values.count if values.count > 1 and not is_of_codes else None
    cells = to_numpy_array(binaries[grid.filename], grid, entries, scale=False)
    layer = cells[:, :, values.position] if cells.ndim == 3 else cells
    width, height = float(grid.cell_east_size), float(grid.cell_north_size)
    west, south = float(grid.minimum_east_position), float(grid.minimum_north_position)
    found = []
    for number in np.unique(layer):
        rows, columns = np.nonzero(layer == number)
        left, bottom = west + columns * width, south + rows * height
        boxes = shapely.box(left, bottom, left + width, bottom + height)
        integer = values.of_zone(zones[int(number)]) if is_of_codes else number
        # Corners of neighbours are equal only after rounding.
        found.append((values, integer, shapely.union_all(shapely.set_precision(boxes, 1e-11))))
    return found


def refuse_unknown(path):
    """Ends where task data has elements, attributes or values that the schema of version 4 does not know."""
    config = ParserConfig(fail_on_unknown_properties=True, fail_on_unknown_attributes=True, fail_on_converter_warnings=True)
    with zipfile.ZipFile(path) as archive:
        XmlParser(config).from_bytes(archive.read("TASKDATA/TASKDATA.XML"), iso.Iso11783TaskData)


READERS = {"shapefile": of_shapefile, "geojson": of_geojson, "isoxml": of_task_data}
