import * as z from 'zod';
import { fieldIdSchema } from '../fields/field.ts';
import { givenName } from '../given-text.ts';
import { day, inOrder } from '../parameters.ts';
import { type Members, newMembers, shapeOf } from '../resource-members.ts';

const maxCrop = 100;

/** Activities on a field in a season, with the names that clients send. */
export const activityTypes = ['Planting', 'Harvesting', 'CropProtection', 'Tillage', 'Other'] as const;

const crop = givenName('crop', maxCrop);
const activities = z
  .array(z.enum(activityTypes, `must be one of ${activityTypes.join(', ')}`))
  .refine((types) => new Set(types).size === types.length, 'must not name a type twice');

/** The members of a season. */
export const seasonMembers = {
  id: { shown: z.uuid() },
  svcUserId: { shown: z.uuid() },
  fieldId: { shown: fieldIdSchema, created: fieldIdSchema },
  name: { shown: z.string(), created: givenName('name') },
  startDate: { shown: z.iso.date().describe('The first day.'), created: day },
  endDate: { shown: z.iso.date().describe('The last day.'), created: day },
  crop: { shown: z.string().optional(), created: crop.nullable().optional() },
  activityTypes: { shown: z.array(z.enum(activityTypes)), created: activities.nullable().optional() },
  createdTime: { shown: z.iso.datetime() },
} satisfies Members;

/** A span of days in which a field is worked for one purpose. */
export const seasonSchema = z.object(shapeOf(seasonMembers, 'shown')).meta({ id: 'Season' });

export type Season = z.infer<typeof seasonSchema>;

/** Body that creates a season. */
export const newSeasonSchema = z
  .strictObject(shapeOf(seasonMembers, 'created'))
  .refine(...inOrder('startDate', 'endDate'))
  .meta({ id: 'NewSeason' });

export type NewSeason = z.infer<typeof newSeasonSchema>;

export function newSeason(
  { id, svcUserId }: { id: string; svcUserId: string },
  given: NewSeason,
  createdTime: string,
): Season {
  return { id, svcUserId, activityTypes: [], ...newMembers(seasonMembers, given), createdTime };
}
