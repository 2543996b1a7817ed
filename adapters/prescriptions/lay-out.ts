import type { Geometry } from 'gdal-async';
import { type MultiPolygon, multiPolygon, type Ring } from '../../domain/geometry/multi-polygon.ts';
import { overlayHectares } from '../../domain/geometry/overlay-area.ts';
import { defectOfMessage } from '../../domain/geometry/validity.ts';
import { decodeWkb, encodeWkb } from '../../domain/geometry/wkb.ts';
import type { RatedGround } from '../../domain/prescriptions/prescription.ts';
import type { Gdal } from '../gdal/gdal.ts';

/** The ground of a prescription as a whole, in square metres. */
export interface Layout {
  holes: { count: number; squareMetres: number };
  overlapping: number;
  outside?: number;
  uncovered?: number;
  /** The first polygon that is not valid, by its index, and how many there are. */
  invalid?: { index: number; count: number; defect: string };
}

const squareMetresPerHectare = 10_000;
/** Smaller holes and overlaps are rounding of coordinates that two polygons share. */
const smallest = 1;

/** Lays all polygons over each other, and over the field. Polygons that are not valid are repaired for it. */
export function layOut(gdal: Gdal, grounds: readonly RatedGround[], field: MultiPolygon | undefined): Layout {
  const all = new gdal.GeometryCollection();
  let sum = 0;
  let invalid: Layout['invalid'];
  for (const [index, { geometry }] of grounds.entries()) {
    let shape = toGdal(gdal, geometry);
    gdal.lastError = null;
    if (!shape.isValid()) {
      const words = (gdal.lastError as { message?: string } | null)?.message ?? '';
      const defect = defectOfMessage(words).validity.toLowerCase().replaceAll('_', ' ');
      invalid = { index: invalid?.index ?? index, count: (invalid?.count ?? 0) + 1, defect: invalid?.defect ?? defect };
      shape = shape.makeValid();
    }
    for (const polygon of decodeWkb(shape.toWKB()).polygons) {
      sum += areaOf(multiPolygon([polygon]));
      all.children.add(toGdal(gdal, multiPolygon([polygon])));
    }
  }
  const union = all.children.count() > 0 ? all.buffer(0, 1) : all;
  const whole = fromGdal(union);
  const holes = whole.coordinates.flatMap(([, ...rings]) => rings.map(ringArea)).filter((area) => area >= smallest);
  const overlapping = Math.max(0, sum - areaOf(whole));
  const other = field && toGdal(gdal, field);
  return {
    holes: { count: holes.length, squareMetres: holes.reduce((total, area) => total + area, 0) },
    overlapping: overlapping < Math.max(smallest, sum * 1e-8) ? 0 : overlapping,
    ...(other && {
      outside: areaOf(fromGdal(union.difference(other))),
      uncovered: areaOf(fromGdal(other.difference(union))),
    }),
    ...(invalid && { invalid }),
  };
}

const areaOf = (shape: MultiPolygon) => overlayHectares(shape) * squareMetresPerHectare;
const ringArea = (ring: Ring) => areaOf(multiPolygon([[ring]]));

function toGdal(gdal: Gdal, { coordinates }: MultiPolygon): Geometry {
  return gdal.Geometry.fromWKB(Buffer.from(encodeWkb(coordinates)));
}

function fromGdal(geometry: Geometry): MultiPolygon {
  return multiPolygon(decodeWkb(geometry.toWKB()).polygons);
}
