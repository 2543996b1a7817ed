import * as z from 'zod';
import type { PointPropertyName } from './point-properties.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/** Colours by percent of the range between the smallest and the largest value; between two of them they run into each other. */
export const rampStops: readonly (readonly [percent: number, colour: Colour])[] = [
  [0, [200, 0, 0]],
  [35, [255, 40, 0]],
  [45, [255, 150, 0]],
  [55, [255, 240, 0]],
  [65, [0, 230, 0]],
  [75, [0, 190, 0]],
  [100, [0, 130, 0]],
];

/** The ramp as it is answered; `nv` is where there is no value. */
export const ramp: Record<string, number[]> = {
  ...Object.fromEntries(rampStops.map(([percent, colour]) => [`${percent}%`, [...colour]])),
  nv: [0, 0, 0, 0],
};

/** One colour for each seventh of the values. */
export const legendColours = ['C80000', 'FF2800', 'FF9600', 'FFF000', '00E600', '00BE00', '008200'] as const;

/** West, south, east and north in degrees, as images show them. */
export const extentSchema = z.object({ xmin: z.number(), xmax: z.number(), ymin: z.number(), ymax: z.number() });

/** An image of one property, as it is kept. */
export interface PointImage {
  property: PointPropertyName;
  extent: z.infer<typeof extentSchema>;
  /** The bounds of the classes, one more than there are; of images by quantiles. */
  bounds?: number[];
  /** Its numbers are there too, as GeoTIFF. */
  geoTiff?: boolean;
}

/** All files that may have been made of an image. */
export function imageFiles({ property }: PointImage): string[] {
  const drawn = ['', rampFolder].map((folder) => `${folder}${property}.png`);
  return [...drawn, ...drawn.map((name) => `${name}.aux.xml`), `${property}.tif`];
}

/** Where the images with a ramp stand, beside those with classes. */
export const rampFolder = 'ramp/';

/** The colour at a share of the range, 0 to 1. */
export function rampColour(share: number): Colour {
  const percent = Math.min(100, Math.max(0, share * 100));
  const upper = Math.max(
    1,
    rampStops.findIndex(([stop]) => stop >= percent),
  );
  const [from, low] = rampStops[upper - 1] ?? [0, [0, 0, 0]];
  const [to, high] = rampStops[upper] ?? [100, [0, 0, 0]];
  const part = (percent - from) / (to - from);
  const mix = (channel: 0 | 1 | 2) => Math.round(low[channel] + (high[channel] - low[channel]) * part);
  return [mix(0), mix(1), mix(2)];
}

/** The colour of the class that a value is in. */
export function legendColour(value: number, bounds: readonly number[]): Colour {
  let index = 0;
  while (index < legendColours.length - 1 && value > (bounds[index + 1] ?? Number.POSITIVE_INFINITY)) index++;
  const code = Number.parseInt(legendColours[index] ?? '', 16);
  return [code >> 16, (code >> 8) & 255, code & 255];
}
