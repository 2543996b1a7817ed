import * as z from 'zod';
import { refuseProviderMade, removedAtProviderSchema } from '../providers/provider-made.ts';
import { idsShownUpTo, recordNameSchema, recordNumberSchema } from '../record-number.ts';
import { changedAt, type Members, newMembers, replacedMembers, shapeOf } from '../resource-members.ts';
import { createdTimeSchema, svcUserIdSchema, updatedTimeSchema } from '../shared-members.ts';

/** The members of a grower. */
export const growerMembers = {
  id: { shown: recordNumberSchema.describe('Assigned by the service, unique per owner.') },
  name: {
    shown: z.string().optional().describe('Absent if the provider has no name for it.'),
    created: recordNameSchema.describe('The name of the grower.'),
  },
  svcUserId: { shown: svcUserIdSchema },
  providerName: {
    shown: z.string().optional().describe('The key of the provider that it came from; absent if it was created here.'),
  },
  providerId: { shown: z.int().optional().describe('Number of the provider; absent if the grower was created here.') },
  providerGrowerId: {
    shown: z.string().optional().describe('Id of the grower at its provider; absent if it was created here.'),
  },
  farmIds: {
    shown: z
      .array(recordNumberSchema)
      .describe(`The ids of its first ${idsShownUpTo} farms; \`GET /farms?growerId=\` lists all of them.`),
    stored: false,
  },
  removedAtProvider: { shown: removedAtProviderSchema },
  createdTime: { shown: createdTimeSchema },
  updatedTime: { shown: updatedTimeSchema },
} satisfies Members;

/** A farming business, below a service user and above farms. */
export const growerSchema = z.object(shapeOf(growerMembers, 'shown')).meta({ id: 'Grower' });

export type Grower = z.infer<typeof growerSchema>;

/** A grower as it is stored: without `farmIds`, since farms refer to their grower. */
export interface StoredGrower extends Omit<Grower, 'farmIds'> {
  providerOrganizationId?: string | undefined;
  providerCompanyId?: string | undefined;
}

/** Body that creates or replaces a grower. */
export const givenGrowerSchema = z.strictObject(shapeOf(growerMembers, 'created')).meta({ id: 'GivenGrower' });

export type GivenGrower = z.infer<typeof givenGrowerSchema>;

/** A new grower without its number. */
export function newGrower(svcUserId: string, given: GivenGrower, at: string): Omit<StoredGrower, 'id'> {
  return { ...newMembers(growerMembers, given), svcUserId, createdTime: at, updatedTime: at };
}

/** A grower with other members; the grower itself if nothing changes. Throws for a grower that a provider made. */
export function replacedGrower(before: StoredGrower, given: GivenGrower, at: string): StoredGrower {
  refuseProviderMade('grower', before);
  return changedAt(before, replacedMembers(growerMembers, before, given), at);
}
