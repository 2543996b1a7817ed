import * as z from 'zod';
import { type ProviderKey, providers } from '../providers/providers.ts';

/** How something is there: it has arrived, and yet may not count as expected. */
const remarkCodes = ['fileRepeated', 'fileFromTwoProviders', 'countedElsewhere'] as const;

/** Why something of a provider is not there, or not yet, or what there is to know of it. */
export const reasonCodes = [
  'notConnected',
  'credentialNotChecked',
  'credentialUnauthenticated',
  'credentialMissingPermission',
  'providerUnavailable',
  'notCalled',
  'notImplemented',
  'paused',
  'roundFailed',
  'held',
  'roundRunning',
  'waitingForRound',
  'nothingSelected',
  'organizationUnknown',
  'organizationInPreview',
  'organizationBlocked',
  'organizationRemoved',
  'fieldsAutoSyncOff',
  'operationsAutoSyncOff',
  'outsideDateRange',
  'fieldUnknown',
  'fieldInPreview',
  'fieldWaiting',
  'fieldRemoved',
  'fieldWithoutBoundary',
  'limitReached',
  'removalsHeld',
  'listRefused',
  'fileUnknown',
  'fileWaiting',
  'fileProcessing',
  'fileRefused',
  'asked',
  'askedInVain',
  ...remarkCodes,
] as const;

type ReasonCode = (typeof reasonCodes)[number];

export const reasonSchema = z
  .object({
    code: z.enum(reasonCodes).describe('The reason, for programs.'),
    message: z.string().describe('What is the matter, and what to do about it.'),
    provider: z
      .enum(providers.map(({ key }) => key))
      .optional()
      .describe('The provider that it is about; absent if it is about all of them.'),
    providerMessage: z.string().optional().describe('What the provider said, where it said something.'),
    page: z.string().optional().describe('The page of the provider on which the grower can change it.'),
  })
  .meta({ id: 'SyncReason' });

export type SyncReason = z.infer<typeof reasonSchema>;

/** Ids that one kind of waiting records shows. */
export const maxWaitingIds = 20;

/** Records of one kind that are known and have not arrived, for one reason. */
export const waitingSchema = z
  .object({
    provider: z.enum(providers.map(({ key }) => key)).describe('The provider that has them.'),
    kind: z.enum(['organizations', 'fields', 'boundaries', 'files']).describe('What waits.'),
    code: z.enum(reasonCodes).describe('Why they wait, for programs.'),
    count: z.int().min(1).describe('How many wait.'),
    ids: z
      .array(z.string())
      .describe(
        `Of ${maxWaitingIds} at most: organizations, files and what was asked for by their ids at the provider, other fields and fields without a boundary by their ids here.`,
      ),
    message: z.string().describe('Why they wait, and what changes it.'),
    setting: z.string().optional().describe('The setting of the user or the owner that holds them back.'),
    call: z.string().optional().describe('The call that has them fetched.'),
    page: z.string().optional().describe('The page of the provider on which the grower can change it.'),
  })
  .meta({ id: 'SyncWaiting' });

export type SyncWaiting = z.infer<typeof waitingSchema>;

export const explanationSchema = z
  .object({
    isThere: z
      .boolean()
      .describe(
        'Whether what was asked for has arrived completely; if nothing was named, whether nothing waits and nothing is wrong.',
      ),
    reasons: z
      .array(reasonSchema)
      .describe('The most likely one first. `fileRepeated` and `fileFromTwoProviders` are of files that have arrived.'),
    waiting: z
      .array(waitingSchema)
      .optional()
      .describe(
        'If nothing was named: everything that is known of the providers and has not arrived, by kind and reason.',
      ),
  })
  .meta({ id: 'SyncExplanation' });

const remarks: readonly ReasonCode[] = remarkCodes;

/** Whether a reason leaves nothing amiss. */
export function isRemark({ code }: SyncReason): boolean {
  return remarks.includes(code);
}

/** The reason that nothing is known of what was asked for, though its provider may have it. */
export function unknown(what: 'field' | 'file' | 'organization', id: string): SyncReason {
  const code = ({ field: 'fieldUnknown', file: 'fileUnknown', organization: 'organizationUnknown' } as const)[what];
  const call = what === 'organization' ? '' : ` If a provider has it, ${fetchCall} asks for it by its id there.`;
  return { code, message: `No ${what} with the id ${id} has arrived, under its own id or that of a provider.${call}` };
}

/** The call that asks for a record by its id at the provider. */
export const fetchCall = 'POST /services/integrations/api/users/{svcUserId}/sync/fetch';

export const notConnected: SyncReason = {
  code: 'notConnected',
  message: 'The user is connected to no provider. Attach a credential, or have the grower connect an account.',
};

/** A reason that concerns one provider. */
export function reason(
  code: ReasonCode,
  provider: ProviderKey,
  message: string,
  { providerMessage, page }: { providerMessage?: string | undefined; page?: string | undefined } = {},
): SyncReason {
  return {
    ...{ code, provider, message },
    ...(providerMessage !== undefined && { providerMessage }),
    ...(page !== undefined && { page }),
  };
}
