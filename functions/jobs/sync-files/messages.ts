import * as z from 'zod';
import type { OwnersWork } from '../../../domain/leases/waiting-work.ts';
import { providers } from '../../../domain/providers/providers.ts';
import type { ProvidedFile } from '../../../domain/sync/file-provider.ts';
import { providerFileKey, timeOfFile } from '../../../domain/sync/provider-file.ts';

const keys = providers.map(({ key }) => key);
const ofAccount = {
  ownerId: z.string(),
  svcUserId: z.string(),
  provider: z.enum(keys),
  /** A message of a credential that has been deleted does nothing. */
  credentialId: z.string(),
};

/** Begins a round of an account: has its lists read, and files fetched that are due since an earlier round. */
const start = z.object({
  step: z.literal('start'),
  ...ofAccount,
  /** Since when the scheduled round is due that this is part of: lists with known files are then read whole, to find what is gone. */
  round: z.string().optional(),
  /** Pieces of work at the provider of which it notified: only the lists with them are read. */
  operations: z.array(z.string()).optional(),
});

/** Reads one list of files. */
const list = z.object({
  step: z.literal('list'),
  ...ofAccount,
  list: z.object({
    organizationId: z.string().optional(),
    fieldId: z.string().optional(),
    kind: z.string().optional(),
  }),
  /** All of the list is read, and compared with the files that it should have, by their keys; the worker finds them itself if there are many. */
  whole: z.object({ round: z.string(), known: z.array(z.string()).optional() }).optional(),
});

/** Fetches one file, unless it has been fetched. */
const fetch = z.object({
  step: z.literal('fetch'),
  ...ofAccount,
  fileKey: z.string(),
  /** The newest are fetched first. */
  time: z.number(),
  /** The owner has asked for it by its id, whatever the settings want. */
  isAsked: z.literal(true).optional(),
});

/** Judges which files are gone, once the lists of a round have been read. */
const judge = z.object({ step: z.literal('judge'), ...ofAccount, round: z.string() });

export const fileSyncMessage = z.discriminatedUnion('step', [start, list, fetch, judge]);

export type FileSyncMessage = z.infer<typeof fileSyncMessage>;
export type StartMessage = z.infer<typeof start>;
export type ListMessage = z.infer<typeof list>;
export type FetchMessage = z.infer<typeof fetch>;
export type JudgeMessage = z.infer<typeof judge>;

/** A message of the account for one of its files. */
export function fetchOf(
  { ownerId, svcUserId, provider, credentialId }: Omit<StartMessage, 'step'>,
  file: ProvidedFile,
): FetchMessage {
  const fileKey = providerFileKey(file);
  return { step: 'fetch', ownerId, svcUserId, provider, credentialId, fileKey, time: timeOfFile(file) };
}

/** Sorts after every time that is later. */
const endOfTime = 10_000_000_000_000;

/** A message as work that may wait for a slot of its owner: lists first, then the newest files. */
export function waitingFor(message: ListMessage | FetchMessage): OwnersWork<ListMessage | FetchMessage> {
  const { ownerId, svcUserId, provider } = message;
  const id =
    message.step === 'list'
      ? `0#${svcUserId}#${provider}#${JSON.stringify(message.list)}`
      : `1#${String(endOfTime - message.time).padStart(14, '0')}#${svcUserId}#${provider}#${message.fileKey}`;
  return { ownerId, id, message };
}
