import * as z from 'zod';
import { type Field, fieldIdSchema } from '../../../domain/fields/field.ts';
import type { FieldDirectory, FieldName } from '../../../domain/fields/field-store.ts';
import { day, decimal, wholeNumber } from '../../../domain/parameters.ts';
import { growingCrops } from '../../../domain/weather/degree-days.ts';
import { forecastModels, historicalModels } from '../../../domain/weather/models.ts';
import { usualSprayLimits } from '../../../domain/weather/spray-windows.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';
import { userIdInPath } from '../../http/parameters.ts';

/** Description of 409 for the weather of a field. */
export const noBoundary = 'The field has no active boundary and therefore no location.';

/** The headers of responses with weather. */
export const weatherHeaders = {
  Age: 'Seconds since the oldest part of the response was fetched.',
  Warning: {
    optional:
      '`110 - "Response is Stale"` when a part of the response is overdue and the weather service does not respond; absent otherwise.',
  },
  'X-Weather-Point':
    'Latitude and longitude of the centre of the cell that the weather is of, with a comma between them. With weather of two models, that of the forecast.',
  'X-Weather-Elevation': {
    optional: 'The elevation in metres that temperatures are of; absent if the weather service did not say it.',
  },
  'X-Furrow-Upstream': {
    optional:
      '`stand-in` when the weather is synthetic, because no weather service could be reached; absent otherwise. Errors have it, too.',
  },
} as const;

export const fieldPath = z.object({ svcUserId: userIdInPath, fieldId: fieldIdSchema });

/** Two decimal numbers separated by a comma in one path segment. The handler checks their range and returns 400. */
export const atLocation = z.object({
  latLon: z
    .string()
    .max(60)
    .regex(
      /^[+-]?\d{1,3}(?:\.\d{1,20})?,[+-]?\d{1,3}(?:\.\d{1,20})?$/,
      'it must be latitude,longitude such as 42.03,-93.62',
    )
    .describe('`{lat},{lon}`: latitude from -90 to 90, a comma, longitude from -180 to 180, in decimal degrees.'),
});

/** The field with its active boundary. */
export const fieldAndShape: Finder<{ params: FieldName }, { fields: Pick<FieldDirectory, 'get'> }, Field> = async (
  { ownerId, params: { svcUserId, fieldId } },
  { fields },
) => orNotFound(await fields.get(ownerId, svcUserId, fieldId), 'field', fieldId);

const defaultModel = '`gfs` unless the operator of the installation has chosen another default.';
export const units = z
  .enum(['metric', 'imperial'])
  .default('metric')
  .describe('`metric`: degrees Celsius, millimetres, km/h. `imperial`: degrees Fahrenheit, inches, mph.');

/** Classes of ten metres, in which temperature changes by less than a tenth of a degree, so that neighbours share what is cached. */
const elevation = decimal(-500, 9_000)
  .transform((metres) => Math.round(metres / 10) * 10)
  .optional()
  .describe(
    'The elevation of the ground in metres, rounded to ten, to which temperatures are corrected; default the elevation of `X-Weather-Point`.',
  );

const range = (defaults: string) => ({
  startTime: day.optional().describe(`First day, in UTC. ${defaults}`),
  endTime: day.optional().describe('Last day, in UTC, included.'),
});

export const forecastQuery = z.strictObject({
  ...range('Without both days: seven days from today on.'),
  model: z.enum(forecastModels).optional().describe(`${defaultModel} Values that the model does not provide are null.`),
  elevation,
  units,
});

export const historicalQuery = z.strictObject({
  ...range('Without both days: the last seven available days.'),
  model: z
    .enum(historicalModels)
    .default('era5')
    .describe('`era5` has cells of 0.25 degrees from 1940 on, `era5Land` of 0.1 degrees from 1950 on, over land only.'),
  elevation,
  units,
});

const pictureOrRecords = z
  .enum(['json', 'svg'])
  .default('json')
  .describe('`svg`: a chart of the days instead of records, with a temperature band and rain bars.');

export const dailyForecastQuery = forecastQuery.extend({ format: pictureOrRecords });
export const dailyHistoricalQuery = historicalQuery.extend({ format: pictureOrRecords });

const forecastModel = z
  .enum(forecastModels)
  .optional()
  .describe(
    `The forecast model for days that the history (\`era5\`) does not have yet: the last five days and future days. ${defaultModel}`,
  );

export const agronomyQuery = z.strictObject({
  startTime: day
    .optional()
    .describe('First day, in UTC; default thirty days ago. Sums begin on this day, so give the day of planting.'),
  endTime: day.optional().describe('Last day, in UTC, included; default in six days, at most in ten days.'),
  crop: z
    .enum(growingCrops)
    .default('corn')
    .describe('Sets the temperatures between which the crop grows; `base` and `cap` override them.'),
  base: decimal(-10, 30).optional().describe('°C below which the crop does not grow.'),
  cap: decimal(10, 60).optional().describe('°C above which higher temperatures do not add growth.'),
  model: forecastModel,
  elevation,
  units,
});

export const sprayQuery = z.strictObject({
  startTime: day.optional().describe('First day, in UTC; default today.'),
  endTime: day.optional().describe('Last day, in UTC, included; default in six days, at most in ten days.'),
  windMin: decimal(0, 100).optional().describe(`Lowest wind, km/h; default ${usualSprayLimits.windMin}.`),
  windMax: decimal(0, 100).optional().describe(`Highest wind, km/h; default ${usualSprayLimits.windMax}.`),
  deltaTMin: decimal(0, 30).optional().describe(`Lowest delta-T, °C; default ${usualSprayLimits.deltaTMin}.`),
  deltaTMax: decimal(0, 30).optional().describe(`Highest delta-T, °C; default ${usualSprayLimits.deltaTMax}.`),
  dryHours: wholeNumber(0, 48)
    .optional()
    .describe(`Hours without rain required after the hour of spraying; default ${usualSprayLimits.dryHours}.`),
  model: forecastModel,
  elevation,
  units,
});
