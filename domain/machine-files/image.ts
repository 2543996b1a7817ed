import * as z from 'zod';
import type { Settings } from '../configuration/configuration.ts';
import { imageAttributes } from '../configuration/image-attributes.ts';
import { quantitySchema } from '../shared-members.ts';
import { classColours } from './maps/class-colours.ts';
import type { OperationType } from './operation-type.ts';
import { type PointPropertyName, pointProperties, propertiesOf } from './points/point-properties.ts';

/** How far a value is from its target: in percent of the target, or in the unit of the value. */
export const deviationKinds = ['percent', 'absolute'] as const;
export type DeviationKind = (typeof deviationKinds)[number];

/** West, south, east and north in degrees, in the form of image records. */
export const extentSchema = z.object({
  xmin: z.number().describe('The western edge, in degrees of longitude.'),
  xmax: z.number().describe('The eastern edge, in degrees of longitude.'),
  ymin: z.number().describe('The southern edge, in degrees of latitude.'),
  ymax: z.number().describe('The northern edge, in degrees of latitude.'),
});

/** Degrees on WGS 84: all pixels are equally wide in longitude, and equally high in latitude. */
export const imageProjection = 'EPSG:4326' as const;

/** The points with values above those of the class before, up to `max`; the first class includes its `min`. */
export const valueClassSchema = z.object({
  min: z.number(),
  max: z.number(),
  count: z.int(),
  /** Of a class that takes all values on one side: its outer end is the smallest or the largest value that there is. */
  open: z.enum(['below', 'above']).optional(),
  /** The ground of the points. Absent if they have no area. */
  area: quantitySchema(z.enum(['ha', 'ac'])).optional(),
});

export type ValueClass = z.infer<typeof valueClassSchema>;

/** An image of one property, as it is stored. */
export const pointImageSchema = z.object({
  property: z.enum(Object.keys(pointProperties) as [PointPropertyName, ...PointPropertyName[]]),
  /** Present if the image shows the deviation of the property from its target. */
  deviation: z.enum(deviationKinds).optional(),
  /** Points that have a value, and no target to compare it with. */
  withoutTarget: valueClassSchema.pick({ count: true, area: true }).optional(),
  unit: z.string().max(40),
  extent: extentSchema,
  width: z.int().positive(),
  height: z.int().positive(),
  /** From the lowest values to the highest. */
  classes: z.array(valueClassSchema).max(classColours.length),
  /** Whether its numbers are available as GeoTIFF too. */
  geoTiff: z.literal(true).optional(),
});

export type PointImage = z.infer<typeof pointImageSchema>;

/** The image of a property, or of its deviation from the target. */
type Named = Pick<PointImage, 'property' | 'deviation'>;

/**
 * Name of the files of an image, without their endings.
 *
 * @example imageStem({ property: 'seedRate', deviation: 'percent' }) // 'seedRate.deviation.percent'
 */
export function imageStem({ property, deviation }: Named): string {
  return deviation === undefined ? property : `${property}.deviation.${deviation}`;
}

/** Names of all files of an image. */
export function imageFiles(image: Named): string[] {
  const stem = imageStem(image);
  return [`${stem}.png`, `${stem}.png.aux.xml`, sheetName(stem), `${stem}.tif`];
}

/**
 * Name of the image with its legend, for viewing.
 *
 * @example sheetName('yieldMass') // 'yieldMass.map.png'
 */
export function sheetName(stem: string): string {
  return `${stem}.map.png`;
}

/** The index of the class of a value. */
export function classOf(value: number, classes: readonly ValueClass[]): number {
  const found = classes.findIndex(({ max }) => value <= max);
  return found < 0 ? classes.length - 1 : found;
}

/** The properties that an image of a kind of work can show, in order. */
export function drawableOf(operationType: OperationType): PointPropertyName[] {
  const drawable = new Set<string>(imageAttributes[operationType]);
  return propertiesOf(operationType).flatMap(([name]) => (drawable.has(name) ? [name] : []));
}

/** The properties whose images the settings ask for. */
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
