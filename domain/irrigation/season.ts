import { type MultiPolygon, vertexCount } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlayHectares } from '../geometry/overlay-area.ts';
import { litresPerMillimetreHectare } from './depth-map.ts';
import type { StoredFieldIrrigation } from './irrigation.ts';

/** The water of a field on one date, of all providers. Depths are over the whole arc. */
export interface SeasonDay {
  date: string;
  ids: string[];
  volumeLitres: number;
  depthMillimetres: number;
  /** Since the beginning of the span. */
  sumMillimetres: number;
}

/** The water of a field within a span of dates. */
export interface Season {
  days: SeasonDay[];
  volumeLitres: number;
  /** The volume over the whole arc. */
  depthMillimetres: number;
  /** All ground of the field that machines reach, each place once. */
  arcHectares: number;
}

const atOnce = 20;
/** Outlines of one machine lie upon each other, and unions keep the positions of all: beyond so many they are simplified. */
const maxVertices = 2_000;
/** About 5 cm, in degrees: less than a hundredth of a percent of the arc of a large pivot. */
const tolerance = 5e-7;

/**
 * The water of a field from a date on. A day waters a part of the arc that its machines reach, so that means over days divide by the whole arc: all ground that got water in any of the records.
 *
 * @param records of the span and of as long before it as tells what the machines reach, in the order of dates.
 */
export function seasonOf(records: readonly StoredFieldIrrigation[], firstDate: string, overlay: Overlay): Season {
  const arcHectares = arcOf(records, overlay);
  const depthOf = (litres: number) => (arcHectares > 0 ? litres / litresPerMillimetreHectare / arcHectares : 0);
  const byDate = new Map<string, StoredFieldIrrigation[]>();
  for (const record of records) {
    if (record.date >= firstDate) byDate.set(record.date, [...(byDate.get(record.date) ?? []), record]);
  }
  let total = 0;
  const days = [...byDate].map(([date, own]): SeasonDay => {
    const volumeLitres = own.reduce((sum, { sums }) => sum + sums.volumeLitres, 0);
    total += volumeLitres;
    const ids = own.map(({ id }) => id);
    return { date, ids, volumeLitres, depthMillimetres: depthOf(volumeLitres), sumMillimetres: depthOf(total) };
  });
  return { days, volumeLitres: total, depthMillimetres: depthOf(total), arcHectares };
}

function arcOf(records: readonly StoredFieldIrrigation[], overlay: Overlay): number {
  let shapes = records.map(({ outline }) => outline);
  while (shapes.length > 1) {
    const united: MultiPolygon[] = [];
    for (let start = 0; start < shapes.length; start += atOnce) {
      const some = shapes.slice(start, start + atOnce);
      const union = overlay.union(some);
      united.push(vertexCount(union.coordinates) > maxVertices ? overlay.simplify(union, tolerance) : union);
    }
    shapes = united;
  }
  return shapes[0] ? overlayHectares(shapes[0]) : 0;
}
