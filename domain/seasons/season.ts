import * as z from 'zod';
import { fieldIdSchema } from '../fields/field.ts';
import { givenName } from '../given-text.ts';
import { day, inOrder } from '../parameters.ts';
import { type Members, newMembers, shapeOf } from '../resource-members.ts';
import { createdTimeSchema, svcUserIdSchema } from '../shared-members.ts';

const maxCrop = 100;

/** Activities on a field in a season, with the names that clients send. */
export const activityTypes = ['Planting', 'Harvesting', 'CropProtection', 'Tillage', 'Other'] as const;

const crop = givenName('crop', maxCrop);
const activities = z
  .array(z.enum(activityTypes, `must be one of ${activityTypes.join(', ')}`))
  .refine((types) => new Set(types).size === types.length, 'must not name a type twice');

/** The members of a season. */
export const seasonMembers = {
  id: { shown: z.uuid().describe('Id of the season, assigned by Furrow.') },
  svcUserId: { shown: svcUserIdSchema },
  fieldId: {
    shown: fieldIdSchema,
    created: fieldIdSchema,
  },
  name: {
    shown: z.string().describe('The name of the season.'),
    created: givenName('name').describe('The name of the season.'),
  },
  startDate: { shown: z.iso.date().describe('The first day.'), created: day.describe('The first day.') },
  endDate: {
    shown: z.iso.date().describe('The last day.'),
    created: day.describe('The last day, which is not before the first.'),
  },
  crop: {
    shown: z.string().optional().describe('The crop that is grown; absent if none is named.'),
    created: crop.nullable().optional().describe('The crop that is grown; absent if none is named.'),
  },
  activityTypes: {
    shown: z.array(z.enum(activityTypes)).describe('What is done in the season; empty if nothing is named.'),
    created: activities.nullable().optional().describe('What is done in the season; empty if nothing is named.'),
  },
  createdTime: { shown: createdTimeSchema },
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
