import * as z from 'zod';
import { invalid } from '../../errors.ts';
import { limits, limitText } from '../../limits.ts';
import type { FieldGrid } from '../grid/field-grid.ts';
import { indexStatisticsSchema } from './image-process.ts';
import { indexStatistics } from './index-statistics.ts';

const count = z.int().nonnegative();

/** Statistics of an index over a part of a field, which may have no pixel with a value. */
export const groundStatisticsSchema = indexStatisticsSchema
  .partial({ mean: true, min: true, max: true, quantiles: true })
  .extend({
    pixels: count.describe('The pixels of the field whose middles lie in this part of it.'),
    validPixels: count.describe('Those that have a value.'),
    clearPixels: count.optional().describe('Those that have a value and are clear; absent if the clouds are unknown.'),
  })
  .meta({ id: 'GroundStatistics' });

export type GroundStatistics = z.infer<typeof groundStatisticsSchema>;

/** An index on the pixels of a processed scene. */
export interface IndexPixels {
  /** Its mask has the pixels of the field. */
  grid: FieldGrid;
  /** By pixel; NaN where there is none. */
  values: Float32Array;
  /** Whether a pixel shows the ground; absent if that is unknown. */
  isClear?: (at: number) => boolean;
}

/**
 * Refuses a scene that has too many pixels for an answer in a request.
 *
 * @throws Problem 400 at `#/geometry` that says how many it has, and what to do.
 */
export function checkPixels({ width, height }: { width: number; height: number }): void {
  const pixels = width * height;
  if (pixels <= limits.partPixels) return;
  throw invalid(
    '#/geometry',
    `The scene has ${pixels.toLocaleString('en')} pixels around the field; the limit is ${limitText.partPixels}. Register the part as a satellite field of its own.`,
  );
}

/**
 * Statistics inside and outside of some ground. Each pixel of the field is in one of the two.
 *
 * @param inside 1 for each pixel whose middle lies in the ground, also beside the field.
 */
export function statisticsOfSides(
  pixels: IndexPixels,
  inside: Uint8Array,
): { inside: GroundStatistics; outside: GroundStatistics } {
  return { inside: ofSide(pixels, (at) => inside[at] === 1), outside: ofSide(pixels, (at) => inside[at] !== 1) };
}

function ofSide({ grid: { mask }, values, isClear }: IndexPixels, isPart: (at: number) => boolean): GroundStatistics {
  const own = new Uint8Array(mask.length);
  let [pixels, validPixels, clearPixels] = [0, 0, 0];
  for (let at = 0; at < mask.length; at++) {
    if (!mask[at] || !isPart(at)) continue;
    own[at] = 1;
    pixels += 1;
    if (Number.isNaN(values[at])) continue;
    validPixels += 1;
    if (isClear?.(at)) clearPixels += 1;
  }
  // The places of a part's values in the scene, so that these and whether they are clear are listed alike.
  const places = new Uint32Array(validPixels);
  let next = 0;
  for (let at = 0; at < own.length; at++) if (own[at] && !Number.isNaN(values[at])) places[next++] = at;
  const valid = Float32Array.from(places, (at) => values[at] as number);
  const statistics = indexStatistics(valid, isClear && ((index) => isClear(places[index] as number)), pixels);
  return {
    ...{ pixels, validPixels },
    ...(isClear && { clearPixels }),
    ...(statistics ?? { validPercent: 0, ...(isClear && { clearPercent: 0 }) }),
  };
}
