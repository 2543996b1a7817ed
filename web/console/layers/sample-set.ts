import { type Plane, toMetres } from '../../map/plane.ts';
import { groundExtent } from '../../map/shapes.ts';
import { pointGrid } from '../../points/point-grid.ts';
import { type PointSet, quantilesOf } from '../../points/point-set.ts';
import type { LayerSource } from '../season/layer-choice.ts';
import type { SamplePoint } from '../season/season.ts';

/** The samples that have a value of an analyte, as points. Samples of an area are drawn in its middle. */
export function sampleSet(
  samples: readonly SamplePoint[],
  { analyte, unit, method, depth }: Extract<LayerSource, { kind: 'samples' }>,
  shownUnit: string | undefined,
  plane: Plane,
): PointSet {
  const found = samples.flatMap((sample) => {
    if (sample.depth !== depth) return [];
    const one = sample.values.find(
      (value) => value.analyte === analyte && value.unit === unit && value.method === method,
    );
    return one ? [{ at: toMetres(plane, middleOf(sample.location)), value: one.value }] : [];
  });
  const at = Float32Array.from(found.flatMap((sample) => sample.at));
  const value = Float32Array.from(found, (sample) => sample.value);
  const state = new Uint8Array(found.length);
  return {
    count: found.length,
    ...{ at, value, state },
    heading: new Float32Array(found.length),
    about: {
      of: 'samples',
      ...(shownUnit !== undefined && { unit: shownUnit }),
      points: found.length,
      states: [{ name: 'shown', points: found.length }],
      ground: { wide: 0, long: 0 },
    },
    quantiles: quantilesOf(value, state),
    grid: pointGrid(at, 5),
  };
}

function middleOf(location: SamplePoint['location']): [number, number] {
  if (location.type === 'Point') return [location.coordinates[0] ?? 0, location.coordinates[1] ?? 0];
  const { xmin, ymin, xmax, ymax } = groundExtent(location) ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
  return [(xmin + xmax) / 2, (ymin + ymax) / 2];
}
