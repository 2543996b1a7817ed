import * as z from 'zod';
import { type Field, fieldIdSchema } from '../../../domain/fields/field.ts';
import type { FieldDirectory, FieldName } from '../../../domain/fields/field-store.ts';
import { forecastModels, historicalModels } from '../../../domain/weather/models.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';
import { idInPath } from '../../http/parameters.ts';

export const ofField = z.object({ svcUserId: idInPath, fieldId: fieldIdSchema });

/** A pair of decimal numbers with a comma between, as one segment. Whether it is on the earth is judged by the handler, which answers 400. */
export const atPlace = z.object({
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

export const units = z.enum(['metric', 'imperial']).default('metric');
const day = z.iso.date('must be a day such as 2026-05-01').optional();

const range = (defaults: string) => ({
  startTime: day.describe(`First day, in UTC. ${defaults}`),
  endTime: day.describe('Last day, in UTC, included.'),
});

export const forecastQuery = z.strictObject({
  ...range('Without both days: seven days from today on.'),
  model: z.enum(forecastModels).default('gfs').describe('What a model does not have is null.'),
  units,
});

export const historicalQuery = z.strictObject({
  ...range('Without both days: the last seven days that there are.'),
  model: z.enum(historicalModels).default('era5'),
  units,
});
