import type { PointLayer } from '../../domain/machine-files/points/point-layer.ts';

type Places = Pick<PointLayer, 'lon' | 'lat'>;

/**
 * The values that the points of a layer have in another layer of the same work; NaN for those that have none there. Both layers keep the order
 * of time and each leaves out points without a value, so that both are walked at once.
 *
 * @example const area = valuesAlong(layer, areaLayer);
 */
export function valuesAlong(layer: Places, other: Pick<PointLayer, 'lon' | 'lat' | 'value'>): Float32Array {
  const count = layer.lon.length;
  const values = new Float32Array(count).fill(Number.NaN);
  let next = 0;
  for (let index = 0; index < count; index++) {
    const found = indexOfPlace(other, layer.lon[index], layer.lat[index], next);
    if (found === undefined) continue;
    values[index] = other.value[found] ?? Number.NaN;
    next = found + 1;
  }
  return values;
}

/** Points that one layer has and the other has not, in a row: a header of a combine that is not down, at most. */
const maxAhead = 2_000;

function indexOfPlace({ lon, lat }: Places, x = 0, y = 0, from: number): number | undefined {
  const end = Math.min(lon.length, from + maxAhead);
  for (let index = from; index < end; index++) if (lon[index] === x && lat[index] === y) return index;
  return undefined;
}
