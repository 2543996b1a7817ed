import { problem } from '../../../domain/boundary-files/problem.ts';
import { type Converter, reasonOf } from '../conversion.ts';
import { openDataset, requireGdal } from '../gdal-dataset.ts';
import { type AttributeTable, openAttributeTable } from './attribute-table.ts';
import { readLayer } from './gdal-layers.ts';

/**
 * Reads a shapefile: shapes and projection through GDAL, which sorts out rings and holes, names from the attribute table itself, since
 * its encoding is often other than it says.
 */
export const readShapefile: Converter = async function* readShapefile(set, conversion) {
  const gdal = requireGdal(conversion, set.file, 'shapefile');
  const place = { file: set.file };
  const dataset = openDataset(gdal, set.path, 'ESRI Shapefile', 'shapefile', set.file);
  let table: AttributeTable | undefined;
  try {
    table = openAttributeTable(set.members.dbf?.path ?? '', set.members.cpg?.path);
    if (table.assumedEncoding)
      conversion.report(problem('assumedEncoding', place, { encoding: table.assumedEncoding }));
  } catch (error) {
    conversion.report(problem('attributesUnreadable', place, { reason: reasonOf(error) }));
  }
  try {
    for (const layer of dataset.layers) {
      const records = readLayer({
        gdal,
        layer,
        place,
        conversion,
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
