import { type Plane, toMetres } from '../../map/plane.ts';
import { groundExtent } from '../../map/shapes.ts';
import type { PointsToRead } from '../../points/points-messages.ts';
import type { LayerSource } from '../season/layer-choice.ts';
import type { SamplePoint } from '../season/season.ts';

/** The samples that have a value of an analyte, as points. Samples of an area are drawn in its middle. */
export function samplePoints(
  samples: readonly SamplePoint[],
  { analyte, unit, method, depth }: Extract<LayerSource, { kind: 'samples' }>,
  shownUnit: string | undefined,
  plane: Plane,
): PointsToRead {
  const found = samples.flatMap((sample) => {
    if (sample.depth !== depth) return [];
    const one = sample.values.find(
      (value) => value.analyte === analyte && value.unit === unit && value.method === method,
    );
    return one ? [{ at: toMetres(plane, middleOf(sample.location)), value: one.value }] : [];
  });
  return {
    kind: 'given',
    at: Float32Array.from(found.flatMap((sample) => sample.at)),
    value: Float32Array.from(found, (sample) => sample.value),
    about: {
      of: 'samples',
      ...(shownUnit !== undefined && { unit: shownUnit }),
      points: found.length,
      states: [{ name: 'shown', points: found.length }],
      ground: { wide: 0, long: 0 },
    },
  };
}

function middleOf(location: SamplePoint['location']): [number, number] {
  if (location.type === 'Point') return [location.coordinates[0] ?? 0, location.coordinates[1] ?? 0];
  const { xmin, ymin, xmax, ymax } = groundExtent(location) ?? { xmin: 0, ymin: 0, xmax: 0, ymax: 0 };
  return [(xmin + xmax) / 2, (ymin + ymax) / 2];
}
