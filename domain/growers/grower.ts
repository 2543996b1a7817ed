import * as z from 'zod';
import { refuseProviderMade } from '../providers/provider-made.ts';
import { idsShownUpTo, recordNameSchema, recordNumberSchema } from '../record-number.ts';

/** A farming business, below a service user and above farms. */
export const growerSchema = z
  .object({
    id: recordNumberSchema.describe('Assigned by the service, unique per owner.'),
    name: z.string().optional().describe('Absent if the provider has no name for it.'),
    svcUserId: z.uuid(),
    providerName: z
      .string()
      .optional()
      .describe('The key of the provider that it came from; absent if it was created here.'),
    providerId: z.int().optional(),
    providerGrowerId: z.string().optional(),
    farmIds: z
      .array(recordNumberSchema)
      .describe(`The ids of its first ${idsShownUpTo} farms; \`GET /farms?growerId=\` lists all of them.`),
    createdTime: z.iso.datetime(),
    updatedTime: z.iso.datetime(),
  })
  .meta({ id: 'Grower' });

export type Grower = z.infer<typeof growerSchema>;

/** A grower as it is stored: without `farmIds`, since farms refer to their grower. */
export interface StoredGrower extends Omit<Grower, 'farmIds'> {
  providerOrganizationId?: string | undefined;
  providerCompanyId?: string | undefined;
}

/** Body that creates or replaces a grower. */
export const givenGrowerSchema = z.strictObject({ name: recordNameSchema }).meta({ id: 'GivenGrower' });

/** Members of responses that requests may leave out. */
export const growerReadOnlyMembers = Object.keys(growerSchema.shape).filter((member) => member !== 'name');

export type GivenGrower = z.infer<typeof givenGrowerSchema>;

/** A new grower without its number. */
export function newGrower(svcUserId: string, { name }: GivenGrower, at: string): Omit<StoredGrower, 'id'> {
  return { name, svcUserId, createdTime: at, updatedTime: at };
}

/** A grower with another name. Throws for a grower that a provider made. */
export function renamedGrower(before: StoredGrower, { name }: GivenGrower, at: string): StoredGrower {
  refuseProviderMade('grower', before);
  return { ...before, name, updatedTime: at };
}
