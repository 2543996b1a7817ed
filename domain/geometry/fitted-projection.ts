import { metresPerDegree } from './local-plane.ts';
import type { Bounds } from './multi-polygon.ts';

/** A part of a picture, in its units. */
export interface Plot {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Degrees to a place in a picture, rounded to a tenth. */
export type Projection = (longitude: number, latitude: number) => [x: number, y: number];

/**
 * The projection that fits bounds into the middle of a plot, north up, with equal scales to the east and to the north.
 *
 * @param room that stays free, in both directions together.
 */
export function fittedProjection([west, south, east, north]: Bounds, plot: Plot, room = 0): Projection {
  const metres = metresPerDegree((south + north) / 2);
  const [wide, high] = [(east - west) * metres.longitude, (north - south) * metres.latitude];
  const scale = Math.min((plot.width - room) / (wide || 1), (plot.height - room) / (high || 1));
  const [middleX, middleY] = [plot.left + plot.width / 2, plot.top + plot.height / 2];
  return (longitude, latitude) => [
    tenth(middleX + ((longitude - west) * metres.longitude - wide / 2) * scale),
    tenth(middleY - ((latitude - south) * metres.latitude - high / 2) * scale),
  ];
}

/** Rings as the data of a path, without positions that fall onto the one before. */
export function pathOf(rings: readonly (readonly number[][])[], project: Projection): string {
  return rings
    .map((ring) => {
      const places = ring.map(([x = 0, y = 0]) => project(x, y).join(','));
      return `M${places.filter((place, index) => place !== places[index - 1]).join('L')}Z`;
    })
    .join('');
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
