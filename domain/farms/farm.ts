import * as z from 'zod';
import { fieldIdSchema } from '../fields/field.ts';
import { refuseProviderMade } from '../providers/provider-made.ts';
import { idsShownUpTo, recordNameSchema, recordNumberSchema } from '../record-number.ts';

/** A group of fields of one service user, with or without a grower. */
export const farmSchema = z
  .object({
    id: recordNumberSchema.describe('Assigned by the service, unique per owner.'),
    name: z.string().optional().describe('Absent if the provider has no name for it.'),
    providerId: z.int().optional(),
    providerName: z
      .string()
      .optional()
      .describe('The key of the provider that it came from; absent if it was created here.'),
    providerFarmId: z.string().optional(),
    providerFarmName: z.string().optional(),
    svcUserId: z.uuid(),
    fieldIds: z
      .array(fieldIdSchema)
      .describe(`The ids of its first ${idsShownUpTo} fields; \`GET /fields?farmId=\` lists all of them.`),
    growerId: recordNumberSchema.optional(),
    createdTime: z.iso.datetime(),
    updatedTime: z.iso.datetime(),
  })
  .meta({ id: 'Farm' });

export type Farm = z.infer<typeof farmSchema>;

/** A farm as it is stored: without `fieldIds`, since fields refer to their farm. */
export type StoredFarm = Omit<Farm, 'fieldIds'>;

/** Body that creates or replaces a farm. */
export const givenFarmSchema = z
  .strictObject({ name: recordNameSchema, growerId: recordNumberSchema.optional() })
  .meta({ id: 'GivenFarm' });

export type GivenFarm = z.infer<typeof givenFarmSchema>;

/** Members of responses that requests may leave out. */
export const farmReadOnlyMembers = Object.keys(farmSchema.shape).filter(
  (member) => member !== 'name' && member !== 'growerId',
);

/** A new farm without its number. */
export function newFarm(svcUserId: string, { name, growerId }: GivenFarm, at: string): Omit<StoredFarm, 'id'> {
  return { name, svcUserId, ...(growerId !== undefined && { growerId }), createdTime: at, updatedTime: at };
}

/** A farm with another name and grower. Throws for a farm that a provider made. */
export function replacedFarm(before: StoredFarm, { name, growerId }: GivenFarm, at: string): StoredFarm {
  refuseProviderMade('farm', before);
  const { growerId: _, ...kept } = before;
  return { ...kept, name, ...(growerId !== undefined && { growerId }), updatedTime: at };
}
