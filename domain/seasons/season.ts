import * as z from 'zod';
import { fieldIdSchema } from '../fields/field.ts';

const maxName = 255;
const maxCrop = 100;

/** Activities on a field in a season, with the names that clients send. */
export const activityTypes = ['Planting', 'Harvesting', 'CropProtection', 'Tillage', 'Other'] as const;

const name = z
  .string('name must be a string')
  .trim()
  .min(1, 'name must not be blank')
  .max(maxName, `name has at most ${maxName} characters`);
const date = z.iso.date('must be a date such as 2026-04-01');
const crop = z.string().trim().min(1, 'crop must not be blank').max(maxCrop);
const activities = z
  .array(z.enum(activityTypes, `must be one of ${activityTypes.join(', ')}`))
  .refine((types) => new Set(types).size === types.length, 'must not name a type twice');

/** A span of days in which a field is worked for one purpose. */
export const seasonSchema = z
  .object({
    id: z.uuid(),
    svcUserId: z.uuid(),
    fieldId: fieldIdSchema,
    name: z.string(),
    startDate: z.iso.date().describe('The first day.'),
    endDate: z.iso.date().describe('The last day.'),
    crop: z.string().optional(),
    activityTypes: z.array(z.enum(activityTypes)),
    createdTime: z.iso.datetime(),
  })
  .meta({ id: 'Season' });

export type Season = z.infer<typeof seasonSchema>;

/** Body that creates a season. */
export const newSeasonSchema = z
  .strictObject({
    fieldId: fieldIdSchema,
    name,
    startDate: date,
    endDate: date,
    crop: crop.nullable().optional(),
    activityTypes: activities.nullable().optional(),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, {
    path: ['endDate'],
    error: 'endDate must not be before startDate',
  })
  .meta({ id: 'NewSeason' });

export type NewSeason = z.infer<typeof newSeasonSchema>;

export function newSeason(
  { id, svcUserId }: { id: string; svcUserId: string },
  { fieldId, name, startDate, endDate, crop, activityTypes }: NewSeason,
  createdTime: string,
): Season {
  return {
    id,
    svcUserId,
    fieldId,
    name,
    startDate,
    endDate,
    ...(typeof crop === 'string' && { crop }),
    activityTypes: activityTypes ?? [],
    createdTime,
  };
}
