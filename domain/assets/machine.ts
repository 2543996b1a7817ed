import * as z from 'zod';
import { Problem } from '../errors.ts';
import { givenName } from '../given-text.ts';
import {
  changedAt,
  changedMembers,
  clearable,
  type Members,
  newMembers,
  required,
  shapeOf,
} from '../resource-members.ts';
import { createdTimeSchema, svcUserIdSchema, updatedTimeSchema } from '../shared-members.ts';
import { type Asset, originTypes } from './asset.ts';
import { inFilesSchema, removedAtProviderSchema } from './provided-members.ts';

/** The first tractors were sold by model year after 1900; makers announce machines a few years ahead. */
const [firstYear, lastYear] = [1900, 2100];
const yearMessage = `modelYear must be an integer from ${firstYear} to ${lastYear}`;
const modelYear = z.int(yearMessage).min(firstYear, yearMessage).max(lastYear, yearMessage);

const optionalText = (name: string, description: string) => ({
  shown: z.string().optional().describe(description),
  ...clearable(givenName(name).describe(description)),
});

/** Members of what comes from a provider: only the sync writes them. */
const providedMembers = {
  inFiles: { shown: inFilesSchema, stored: false },
  removedAtProvider: { shown: removedAtProviderSchema, stored: false },
} satisfies Members;

/** The members of a machine. */
export const machineMembers = {
  id: { shown: z.uuid().describe('Id of the machine, assigned by Furrow.') },
  svcUserId: { shown: svcUserIdSchema },
  name: {
    shown: z.string().describe('The name of the machine.'),
    ...required(givenName('name').describe('The name of the machine.')),
  },
  provider: {
    shown: z
      .string()
      .nullable()
      .describe('`Svc` for a machine that was entered by hand, null for one that was found in files.'),
    stored: false,
  },
  providerMachineId: {
    shown: z
      .string()
      .nullable()
      .describe('A generated UUID for a machine that was entered by hand, null for one that was found in files.'),
    stored: false,
  },
  providerOrganizationId: {
    shown: z.string().nullable().describe('Id of the organization at the provider; null if it has none.'),
    stored: false,
  },
  originType: {
    shown: z
      .enum(originTypes)
      .describe(
        '`USER_CREATED`: entered by hand. `FILE_POOLED`: found in machine files. `PROVIDER_POOLED`: read from a provider.',
      ),
  },
  serialNumber: optionalText('serialNumber', 'Serial number, as the maker stamps it.'),
  vin: optionalText('vin', 'Vehicle identification number.'),
  model: optionalText('model', 'The model, as the maker calls it.'),
  make: optionalText('make', 'The manufacturer of the machine.'),
  category: optionalText('category', 'The kind of machine, such as a tractor; free text.'),
  modelYear: {
    shown: z.int().optional().describe('The year of the model, such as 2019.'),
    ...clearable(modelYear.describe('The year of the model, such as 2019.')),
  },
  ...providedMembers,
  createdTime: { shown: createdTimeSchema },
  updatedAt: { shown: updatedTimeSchema, stored: false },
} satisfies Members;

/** A machine of a service user. */
export const machineSchema = z.object(shapeOf(machineMembers, 'shown')).meta({ id: 'Machine' });
export type Machine = z.infer<typeof machineSchema>;

/** Body that enters a machine by hand. */
export const newMachineSchema = z.strictObject(shapeOf(machineMembers, 'created')).meta({ id: 'NewMachine' });

/** Body that changes some members; null clears an optional one. */
export const changedMachineSchema = z.strictObject(shapeOf(machineMembers, 'changed')).meta({ id: 'ChangedMachine' });

/** The provider of machines that are entered by hand: this service. */
export const ownProvider = 'Svc';

/** A machine as it is answered. */
export function shownMachine(asset: Asset): Machine {
  const {
    kind: _,
    provider,
    providerId,
    providerOrganizationId,
    license: __,
    status: ___,
    isSeparate: ____,
    absentInRound: _____,
    updatedTime,
    ...members
  } = asset;
  return {
    ...members,
    provider: provider ?? null,
    providerMachineId: providerId ?? null,
    providerOrganizationId: providerOrganizationId ?? null,
    updatedAt: updatedTime,
  };
}

/** A machine that is entered by hand. */
export function newMachine(
  { id, svcUserId, providerId }: { id: string; svcUserId: string; providerId: string },
  given: z.output<typeof newMachineSchema>,
  at: string,
): Asset {
  return {
    id,
    kind: 'machine',
    svcUserId,
    ...newMembers(machineMembers, given),
    provider: ownProvider,
    providerId,
    originType: 'USER_CREATED',
    createdTime: at,
    updatedTime: at,
  };
}

/** A machine after a PATCH; itself if nothing changes. Throws for a machine that was not entered by hand. */
export function changedMachine(before: Asset, changes: z.output<typeof changedMachineSchema>, at: string): Asset {
  refuseFound(before);
  return changedAt(before, changedMembers(machineMembers, before, changes), at);
}

/** @throws Problem 409 for a machine that was not entered by hand. */
export function refuseFound({ id, originType }: Asset): void {
  if (originType === 'USER_CREATED') return;
  const source = originType === 'FILE_POOLED' ? 'was found in machine files' : 'comes from a provider';
  const detail = `The machine ${id} ${source} (originType ${originType}). Only machines that were entered by hand (USER_CREATED) can be changed or deleted.`;
  throw new Problem('conflict', detail, { errorKey: 'machineNotUserCreated' });
}
