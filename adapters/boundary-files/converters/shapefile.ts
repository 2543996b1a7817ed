import type { BoundarySet } from '../../../domain/boundary-files/boundary-set.ts';
import { problem } from '../../../domain/boundary-files/problem.ts';
import { nestPolygons } from '../../../domain/geometry/nesting.ts';
import { openDataset, requireGdal } from '../../gdal/gdal-dataset.ts';
import { type Conversion, type Converter, reasonOf } from '../conversion.ts';
import { type AttributeTable, openAttributeTable } from './attribute-table.ts';
import { readLayer } from './gdal-layers.ts';
import { shapeLength, shapesWithin } from './shape-lengths.ts';

/**
 * Reads a shapefile: shapes and projection with GDAL, which sorts rings and holes by orientation; holes with the
 * orientation of their shell are recognised by containment. Names are read from the attribute table directly, since its
 * encoding often differs from its mark.
 */
export const readShapefile: Converter = async function* readShapefile(set, conversion) {
  const gdal = requireGdal(conversion, set.file, 'shapefile');
  const location = { file: set.file };
  const dataset = openDataset(gdal, set.path, 'ESRI Shapefile', 'shapefile', set.file);
  let table: AttributeTable | undefined;
  try {
    table = openAttributeTable(set.members.dbf?.path ?? '', set.members.cpg?.path);
    if (table.assumedEncoding)
      conversion.report(problem('assumedEncoding', location, { encoding: table.assumedEncoding }));
  } catch (error) {
    conversion.report(problem('attributesUnreadable', location, { reason: reasonOf(error) }));
  }
  try {
    const { shp, shx } = set.members;
    const isHeld = shp && shx ? shapesWithin(shx.path, shapeLength(shp.path)) : () => true;
    for (const layer of dataset.layers) {
      reportMissing(table, layer.features.count(), set, conversion);
      const records = readLayer({
        gdal,
        layer,
        location,
        conversion,
        isThere: (feature) => isHeld(feature.fid),
        stated: table?.declared,
        arrange: nestPolygons,
        nameOf: (feature) => table?.nameOf(feature.fid),
        numberOf: (feature) => feature.fid + 1,
      });
      for (const record of records) if (!table?.isDeleted(record.feature - 1)) yield record;
    }
  } finally {
    table?.close();
    dataset.close();
  }
};

/** Reports how many rows the table of a shapefile lacks. */
function reportMissing(
  table: AttributeTable | undefined,
  shapes: number,
  set: BoundarySet,
  { report }: Conversion,
): void {
  const location = { file: set.file };
  const rows = Math.max(shapes, table?.declared ?? 0);
  if (table && table.records < rows)
    report(problem('attributesLost', location, { read: table.records, expected: rows }));
}
