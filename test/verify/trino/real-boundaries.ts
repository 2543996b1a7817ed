import { join } from 'node:path';
import gdal from 'gdal-async';
import type { Compared } from '../tally.ts';

/** Zips of real field boundaries in degrees, below the folder of CORPUS_DIR. */
const zips = ['fiboa+cli/india_10k.zip', 'CSIRO-Precision-Agriculture+pyprecag/PolyMZ_wgs84_MixedPartFieldsTypes.shp'];
/** Values to compare; texts of polygons would differ, since Trino writes outer rings clockwise. */
const compared = 'ST_NUMPOINTS(g), ST_AREA(g), ST_PERIMETER(g), ST_ASTEXT(ST_CENTROID(g))';
const metres = [1, 5, 10, 30, 100];

/** Fields of the corpus and real boundaries, simplified: as constants and as values of a column. */
export function simplifiedBoundaries(folder = process.env.CORPUS_DIR): Compared[] {
  const stored = metres.map((tolerance): Compared => {
    const text = `SELECT id, ${compared} FROM (SELECT id, ST_SIMPLIFY(geometry, ${tolerance}) AS g FROM fields)`;
    return { id: `fields by ${tolerance} m`, text };
  });
  if (!folder) return stored;
  const real = zips.flatMap((zip) =>
    boundariesIn(join(folder, zip)).flatMap((wkt, index) =>
      metres.map((tolerance): Compared => {
        const given =
          index % 2
            ? `ST_GEOGFROMTEXT('${wkt}')`
            : `(SELECT ST_GEOGFROMTEXT(ANY_VALUE(w)) FROM UNNEST(['${wkt}']) AS w)`;
        return {
          id: `${zip} ${index} by ${tolerance} m`,
          text: `SELECT ${compared} FROM (SELECT ST_SIMPLIFY(${given}, ${tolerance}) AS g)`,
        };
      }),
    ),
  );
  return [...stored, ...real];
}

function boundariesIn(path: string): string[] {
  const { layers } = gdal.open(path.endsWith('.zip') ? `/vsizip/${path}` : path);
  return [...layers.get(0).features].flatMap((feature) => wktOf(feature.getGeometry()));
}

/** WKT without heights, which Trino only accepts where the text declares them. */
function wktOf(geometry: gdal.Geometry | null): string[] {
  geometry?.flattenTo2D();
  return geometry ? [geometry.toWKT()] : [];
}
