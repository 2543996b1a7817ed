"""Writes task data with isoxml into the folder that is named: grids of both types, and one with two products in each cell."""

import sys
from decimal import Decimal
from pathlib import Path

import isoxml.models.base.v4 as iso
import numpy as np
from isoxml.converter.np_grid import from_numpy_array_to_type_1, from_numpy_array_to_type_2
from isoxml.models.ddi_entities import DDEntity
from isoxml.util.isoxml_io import isoxml_to_zip

ROWS, COLUMNS = 60, 45
SEED, LIME = DDEntity.from_id(11), DDEntity.from_id(6)
folder = Path(sys.argv[1])
row, column = np.mgrid[0:ROWS, 0:COLUMNS]


def value(entry, number, product, presentation):
    return iso.ProcessDataVariable(
        process_data_ddi=bytes(entry),
        process_data_value=number,
        product_id_ref=product,
        value_presentation_id_ref=presentation,
    )


def write(name, grid_type, zones, content_of, code=None):
    grid = iso.Grid(
        minimum_north_position=Decimal("-33.9012345"),
        minimum_east_position=Decimal("18.7654321"),
        cell_north_size=0.00009,
        cell_east_size=0.00011,
        maximum_column=COLUMNS,
        maximum_row=ROWS,
        filename="GRD00001",
        type=grid_type,
        treatment_zone_code=code,
    )
    content = content_of(grid)
    grid.filelength = len(content)
    presentations = [("VPN1", LIME, "0.00001", "t/ha"), ("VPN2", SEED, "0.01", "kS/ha")]
    task_data = iso.Iso11783TaskData(
        management_software_manufacturer="isoxml",
        management_software_version="0.0.4",
        data_transfer_origin=iso.Iso11783TaskDataDataTransferOrigin.FMIS,
        products=[iso.Product(id="PDT1", designator="Lime"), iso.Product(id="PDT2", designator="Seed")],
        value_presentations=[
            iso.ValuePresentation(id=id, offset=0, scale=Decimal(scale), number_of_decimals=2, unit_designator=unit)
            for id, _, scale, unit in presentations
        ],
        tasks=[
            iso.Task(id="TSK1", status=iso.TaskStatus.Planned, treatment_zones=zones, grids=[grid]),
        ],
    )
    isoxml_to_zip(folder / name, task_data, {"GRD00001": content})


lime = lambda tonnes: value(LIME, round(tonnes * 100_000), "PDT1", "VPN1")
codes = ((row // 7 + column // 5) % 4).astype(np.uint8)
zones = [iso.TreatmentZone(code=code, process_data_variables=[lime(code * 1.25)]) for code in range(4)]
write("type-1.zip", iso.GridType.GridType1, zones, lambda grid: from_numpy_array_to_type_1(codes, grid))

steps = ((row - 30) ** 2 + (column - 20) ** 2) // 90 * 25_000
zone = iso.TreatmentZone(code=5, process_data_variables=[lime(0)])
type_2 = iso.GridType.GridType2
content = lambda grid: from_numpy_array_to_type_2(steps.astype(np.int32), grid, scale=False)
write("type-2.zip", type_2, [zone], content, 5)

both = np.stack([steps, 30_000 + row // 10 * 400], axis=-1).astype(np.int32)
zone = iso.TreatmentZone(code=5, process_data_variables=[lime(0), value(SEED, 0, "PDT2", "VPN2")])
content = lambda grid: from_numpy_array_to_type_2(both, grid, [LIME, SEED], scale=False)
write("type-2-of-two.zip", type_2, [zone], content, 5)
