import * as z from 'zod';
import type { Settings } from '../configuration/configuration.ts';
import { imageAttributes } from '../configuration/image-attributes.ts';
import type { OperationType } from './operation-type.ts';
import { type PointPropertyName, pointProperties, propertiesOf } from './points/point-properties.ts';

export type Colour = readonly [red: number, green: number, blue: number];

/**
 * The colours of maps, from the lowest values to the highest: viridis of matplotlib (S. van der Walt and N. Smith, 2015, CC0) in seven steps.
 * Each is lighter than the one before it, so that people who are blind to some colours, and grey prints, tell them apart.
 */
export const classColours = ['440154', '443A83', '31688E', '21908C', '35B779', '8FD744', 'FDE725'] as const;

/** The colours as they are answered, by the percent of the points that lie below; `nv` is where there is no value. */
export const ramp: Record<string, number[]> = {
  ...Object.fromEntries(
    classColours.map((code, index) => [
      `${Math.round((100 * index) / (classColours.length - 1))}%`,
      [...colourOf(code)],
    ]),
  ),
  nv: [0, 0, 0, 0],
};

/** West, south, east and north in degrees, as images show them. */
export const extentSchema = z.object({ xmin: z.number(), xmax: z.number(), ymin: z.number(), ymax: z.number() });

/** Degrees on WGS 84: all pixels are equally wide in longitude, and equally high in latitude. */
export const imageProjection = 'EPSG:4326' as const;

/** The points whose values are above those of the class before, up to `max`; the first class has its `min` too. */
export const valueClassSchema = z.object({ min: z.number(), max: z.number(), count: z.int() });

export type ValueClass = z.infer<typeof valueClassSchema>;

/** An image of one property, as it is kept. */
export const pointImageSchema = z.object({
  property: z.enum(Object.keys(pointProperties) as [PointPropertyName, ...PointPropertyName[]]),
  unit: z.string().max(40),
  extent: extentSchema,
  width: z.int().positive(),
  height: z.int().positive(),
  /** From the lowest values to the highest. Images that were made by earlier versions have none, and are drawn again. */
  classes: z.array(valueClassSchema).max(classColours.length),
  /** Its numbers are there too, as GeoTIFF. */
  geoTiff: z.literal(true).optional(),
});

export type PointImage = z.infer<typeof pointImageSchema>;

/** All files that may have been made of an image, by this version or an earlier one. */
export function imageFiles({ property }: Pick<PointImage, 'property'>): string[] {
  const drawn = [`${property}.png`, `ramp/${property}.png`];
  return [...drawn, ...drawn.map((name) => `${name}.aux.xml`), sheetName(property), `${property}.tif`];
}

/** The image with its legend, to be looked at. */
export function sheetName(property: string): string {
  return `${property}.map.png`;
}

/** The colours of so many classes: all seven, or those that lie furthest apart. */
export function coloursOf(classes: number): string[] {
  const last = classColours.length - 1;
  return Array.from({ length: classes }, (_, index) => {
    const at = classes === 1 ? last / 2 : (index * last) / (classes - 1);
    return classColours[Math.round(at)] ?? classColours[0];
  });
}

/** A colour that is written in hexadecimal digits. */
export function colourOf(code: string): Colour {
  const value = Number.parseInt(code, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The class that a value is in. */
export function classOf(value: number, classes: readonly ValueClass[]): number {
  const found = classes.findIndex(({ max }) => value <= max);
  return found < 0 ? classes.length - 1 : found;
}

/** The properties that an image can show of a kind of work, in their order. */
export function drawableOf(operationType: OperationType): PointPropertyName[] {
  const drawable = new Set<string>(imageAttributes[operationType]);
  return propertiesOf(operationType).flatMap(([name]) => (drawable.has(name) ? [name] : []));
}

/** Those of which the settings want one as soon as there are points. */
export function askedOf(
  operationType: OperationType,
  {
    operationsImageCreation,
    operationsImageAttributeCreation,
  }: Pick<Settings, 'operationsImageCreation' | 'operationsImageAttributeCreation'>,
): PointPropertyName[] {
  const asked = operationsImageAttributeCreation[operationType] ?? {};
  return operationsImageCreation ? drawableOf(operationType).filter((name) => asked[name] === true) : [];
}
