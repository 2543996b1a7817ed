import type { PointArrays } from '../../../web/points/point-arrays.ts';
import { pointGrid } from '../../../web/points/point-grid.ts';
import type { PointSet } from '../../../web/points/point-set.ts';
import { valueTable } from '../../../web/points/value-table.ts';

interface Given {
  values: readonly number[];
  states?: readonly number[];
  areas?: readonly number[];
  categories?: string[];
  /** Points of the work, if the layer is thinned. */
  points?: number;
  /** Metres east and north; in a row, two metres apart, by default. */
  at?: readonly (readonly [number, number])[];
}

/** A layer with the given values, as the worker has it. */
export function pointArrays({ values, states, areas, categories, points, at }: Given): PointArrays {
  const state = Uint8Array.from(states ?? values.map(() => 0));
  const places = Float32Array.from((at ?? values.map((_, index) => [2 * index, 0])).flat());
  return {
    count: values.length,
    at: places,
    value: Float32Array.from(values),
    heading: new Float32Array(values.length),
    state,
    ...(areas && { area: Float32Array.from(areas) }),
    about: {
      of: 'machine',
      ...(categories && { categories }),
      points: points ?? values.length,
      states: [{ name: 'shown', points: values.length }],
      ground: { wide: 2, long: 2 },
    },
    grid: pointGrid(places, 2),
  };
}

/** A layer with the given values, as the page has it. */
export function pointSet(given: Given): PointSet {
  const points = pointArrays(given);
  const values = valueTable(points);
  return { id: 1, count: points.count, about: points.about, values };
}
