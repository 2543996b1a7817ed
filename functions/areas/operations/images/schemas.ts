import * as z from 'zod';
import { deviationKinds, extentSchema, imageProjection } from '../../../../domain/machine-files/image.ts';
import { quantitySchema } from '../../../../domain/shared-members.ts';

const url = {
  url: z.url().describe('The file. Needs the bearer token.'),
  downloadUrl: z.url().describe('Needs the bearer token.'),
};

const areaSchema = quantitySchema(z.enum(['ha', 'ac']));

const legendSchema = z.object({
  unit: z.string().describe('As in `units`; `percentage` of deviations in percent.'),
  ranges: z
    .array(
      z.object({
        colorCode: z.string().describe('Red, green and blue in hexadecimal digits.'),
        min: z.number().describe('The lower end of the range, in `unit`.'),
        max: z.number().describe('The upper end of the range, in `unit`.'),
        open: z
          .enum(['below', 'above'])
          .optional()
          .describe(
            'Whether the range takes all values up to `max`, or all above `min`. Its other end is the smallest or largest value.',
          ),
        label: z.string().describe('The range in words, such as `> 6,500`, in `unit`.'),
        area: areaSchema
          .optional()
          .describe('The ground of the points, as the machine covered it. Absent if the points have no area.'),
        count: z
          .int()
          .describe('The number of points with values above `min` (in the first range also equal to it) up to `max`.'),
      }),
    )
    .describe(
      'From the lowest values to the highest, with and without points: equal steps between the 2nd and the 98th percentile of the ground, rounded, and an open range on either side. Where two of them would hold most of the ground, the bounds move towards ranges of equal ground. A rate that was held within 0.4 % is one range. One range per value if there are at most seven values. Deviations always have seven ranges, the same on both sides of the target, with nine of ten points between the open ones.',
    ),
  withoutTarget: z
    .object({
      colorCode: z.string().describe('Red, green and blue in hexadecimal digits.'),
      label: z.string().describe('What the colour stands for, in words.'),
      count: z.int().describe('How many points there are.'),
      area: areaSchema
        .optional()
        .describe('The ground of the points, as the machine covered it; absent if they have no area.'),
    })
    .optional()
    .describe(
      'The points of an image of deviations that have a value and no target. In percent also those whose target is 0. Absent if all have a target.',
    ),
});

/** An image of a property, with what its colours mean and where it lies. */
export const mapImageSchema = z
  .object({
    property: z.string().describe('The property of the points that the image shows.'),
    deviation: z.enum(deviationKinds).optional().describe('Present if the image shows deviations of the property.'),
    target: z.string().optional().describe('The property with the target, beside `deviation`.'),
    legend: legendSchema.describe('What the colours of the image mean.'),
    extent: extentSchema.describe('The outer edges of the image, in degrees.'),
    projection: z
      .literal(imageProjection)
      .describe('Degrees on WGS 84: all pixels are equally wide in longitude, and equally high in latitude.'),
    width: z.int().describe('Pixels.'),
    height: z.int().describe('Pixels.'),
    ...url,
    mapUrl: z
      .url()
      .describe('The image on a white background with its legend and a scale; it also needs the bearer token.'),
  })
  .meta({ id: 'MapImage' });

/** An image with the colours that all images share. */
export const rampImageSchema = mapImageSchema
  .extend({
    ramp: z
      .record(z.string(), z.array(z.int()))
      .describe(
        'Red, green and blue by percent of the points with lower values, the same in all images; `nv` stands for no value. Images of deviations have colours of their own. The legend has the colours of this image.',
      ),
  })
  .meta({ id: 'RampImage' });

/** An image of numbers. */
export const geoTiffImageSchema = z
  .object({ property: z.string().describe('The property of the points whose values the image has.'), ...url })
  .meta({ id: 'GeoTiffImage' });
