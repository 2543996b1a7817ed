import * as z from 'zod';
import { fieldIdSchema } from '../fields/field.ts';
import { refuseProviderMade, removedAtProviderSchema } from '../providers/provider-made.ts';
import { idsShownUpTo, recordNameSchema, recordNumberSchema } from '../record-number.ts';
import { changedAt, type Members, newMembers, replacedMembers, shapeOf } from '../resource-members.ts';
import { createdTimeSchema, svcUserIdSchema, updatedTimeSchema } from '../shared-members.ts';

/** The members of a farm. */
export const farmMembers = {
  id: { shown: recordNumberSchema.describe('Assigned by the service, unique per owner.') },
  name: {
    shown: z.string().optional().describe('Absent if the provider has no name for it.'),
    created: recordNameSchema.describe('The name of the farm.'),
  },
  providerId: { shown: z.int().optional().describe('Number of the provider; absent if the farm was created here.') },
  providerName: {
    shown: z.string().optional().describe('The key of the provider that it came from; absent if it was created here.'),
  },
  providerFarmId: {
    shown: z.string().optional().describe('Id of the farm at its provider; absent if it was created here.'),
  },
  providerFarmName: {
    shown: z.string().optional().describe('The name of the farm at its provider; absent if it was created here.'),
  },
  svcUserId: { shown: svcUserIdSchema },
  fieldIds: {
    shown: z
      .array(fieldIdSchema)
      .describe(`The ids of its first ${idsShownUpTo} fields; \`GET /fields?farmId=\` lists all of them.`),
    stored: false,
  },
  growerId: {
    shown: recordNumberSchema
      .optional()
      .describe('Id of the grower to whom the farm belongs, as `GET /growers` lists it; absent if it has none.'),
    created: recordNumberSchema
      .optional()
      .describe('Id of the grower to whom the farm belongs, as `GET /growers` lists it; absent if it has none.'),
  },
  removedAtProvider: { shown: removedAtProviderSchema },
  createdTime: { shown: createdTimeSchema },
  updatedTime: { shown: updatedTimeSchema },
} satisfies Members;

/** A group of fields of one service user, with or without a grower. */
export const farmSchema = z.object(shapeOf(farmMembers, 'shown')).meta({ id: 'Farm' });

export type Farm = z.infer<typeof farmSchema>;

/** A farm as it is stored: without `fieldIds`, since fields refer to their farm. */
export interface StoredFarm extends Omit<Farm, 'fieldIds'> {
  providerOrganizationId?: string | undefined;
}

/** Body that creates or replaces a farm. */
export const givenFarmSchema = z.strictObject(shapeOf(farmMembers, 'created')).meta({ id: 'GivenFarm' });

export type GivenFarm = z.infer<typeof givenFarmSchema>;

/** A new farm without its number. */
export function newFarm(svcUserId: string, given: GivenFarm, at: string): Omit<StoredFarm, 'id'> {
  return { ...newMembers(farmMembers, given), svcUserId, createdTime: at, updatedTime: at };
}

/** A farm with other members; the farm itself if nothing changes. Throws for a farm that a provider made. */
export function replacedFarm(before: StoredFarm, given: GivenFarm, at: string): StoredFarm {
  refuseProviderMade('farm', before);
  return changedAt(before, replacedMembers(farmMembers, before, given), at);
}
