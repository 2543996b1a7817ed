import * as z from 'zod';
import { extentSchema, imageProjection } from '../../../../domain/machine-files/image.ts';

const url = { url: z.url(), downloadUrl: z.url().describe('Needs the bearer token.') };

const legendSchema = z.object({
  unit: z.string().describe('As in `units`.'),
  ranges: z
    .array(
      z.object({
        colorCode: z.string().describe('Red, green and blue in hexadecimal digits.'),
        min: z.number(),
        max: z.number(),
        count: z.int().describe('Points whose values are above `min`, or equal to it in the first range, up to `max`.'),
      }),
    )
    .describe(
      'From the lowest values to the highest, with about as many points each; one for each value where there are up to seven of them.',
    ),
});

/** An image of a property, with what its colours mean and where it lies. */
export const mapImageSchema = z
  .object({
    property: z.string(),
    legend: legendSchema,
    extent: extentSchema.describe('The outer edges of the image, in degrees.'),
    projection: z.literal(imageProjection),
    width: z.int().describe('Pixels.'),
    height: z.int(),
    ...url,
    mapUrl: z.url().describe('The image on white paper with its legend and a scale; needs the bearer token, too.'),
  })
  .meta({ id: 'MapImage' });

/** The same with the colours of all images. */
export const rampImageSchema = mapImageSchema
  .extend({
    ramp: z
      .record(z.string(), z.array(z.int()))
      .describe(
        'Red, green and blue by percent of the points with lower values, the same in all images; `nv` is no value. What the colours of this image are is in its legend.',
      ),
  })
  .meta({ id: 'RampImage' });

/** An image of numbers. */
export const geoTiffImageSchema = z.object({ property: z.string(), ...url }).meta({ id: 'GeoTiffImage' });
