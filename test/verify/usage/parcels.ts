import { join } from 'node:path';
import gdal from 'gdal-async';
import type { MultiPolygon, PolygonRings } from '../../../domain/geometry/multi-polygon.ts';
import { decodeWkb } from '../../../domain/geometry/wkb.ts';

const { CORPUS_DIR } = process.env;

/** Files of real parcels below the folder of CORPUS_DIR: of Denmark (CC0), India (CC BY 4.0, Zenodo 7315090) and the United States (USDA NASS). */
const sources = [
  'Marker_2026.zip',
  'india_10k.zip',
  'NationalCSB_2017-2024_rev23.zip/NationalCSB_2017-2024_rev23/CSB1724.gdb',
];

/** The parcels in degrees. */
export function realParcels(): MultiPolygon[] {
  if (!CORPUS_DIR) throw new Error('CORPUS_DIR has to name the folder with the real files.');
  const degrees = gdal.SpatialReference.fromEPSG(4326);
  return sources.flatMap((source) => {
    const layer = gdal.open(`/vsizip/${join(CORPUS_DIR, 'fiboa+cli', source)}`).layers.get(0);
    const transformation = layer.srs && new gdal.CoordinateTransformation(layer.srs, degrees);
    return layer.features.map((feature) => {
      const geometry = feature.getGeometry() as gdal.Geometry;
      if (transformation && !layer.srs?.isGeographic()) geometry.transform(transformation);
      const { polygons } = decodeWkb(geometry.toWKB() as unknown as Uint8Array);
      return { type: 'MultiPolygon', coordinates: polygons.map(inOrder) } satisfies MultiPolygon;
    });
  });
}

/** The transformation gives latitude first, where EPSG says so. */
function inOrder(rings: PolygonRings): PolygonRings {
  const isSwapped = rings.some((ring) =>
    ring.some(([x, y]) => Math.abs(y) > 90 || (x > 54 && x < 58 && y > 7 && y < 16)),
  );
  return isSwapped ? rings.map((ring) => ring.map(([x, y]) => [y, x])) : rings;
}

/** A parcel that was worked again, some metres to the north-east. */
export function shifted({ coordinates }: MultiPolygon): MultiPolygon {
  return {
    type: 'MultiPolygon',
    coordinates: coordinates.map((rings) => rings.map((ring) => ring.map(([x, y]) => [x + 0.0004, y + 0.0003]))),
  };
}
