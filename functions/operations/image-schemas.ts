import * as z from 'zod';

const url = { url: z.url(), downloadUrl: z.url().describe('Needs the bearer token.') };

/** An image whose colours run through the range of its values. */
export const rampImageSchema = z
  .object({
    property: z.string(),
    ramp: z
      .record(z.string(), z.array(z.int()))
      .describe('Red, green and blue by percent of the range of the values; `nv` is no value.'),
    ...url,
  })
  .meta({ id: 'RampImage' });

/** An image of numbers. */
export const geoTiffImageSchema = z.object({ property: z.string(), ...url }).meta({ id: 'GeoTiffImage' });
