import * as z from 'zod';
import { assetKinds } from '../assets/asset.ts';
import { timestamp } from '../clock.ts';
import { type AttachedCredential, type Credential, credentialStatuses } from '../credentials/credential.ts';
import type { Field } from '../fields/field.ts';
import { type ProviderKey, providerOf, providers } from '../providers/providers.ts';
import { svcUserIdSchema } from '../shared-members.ts';
import type { HeldRemovals } from '../sync/absences.ts';
import type { IrrigationRound } from '../sync/irrigation-provider.ts';
import type { FileRound } from '../sync/provider-file.ts';
import { broughtKinds, type RoundEnd, type RoundProgress, roundSteps } from '../sync/sync-store.ts';
import {
  refusedListsSchema,
  type SyncParts,
  shownFiles,
  shownFilesSchema,
  shownIrrigation,
  shownIrrigationSchema,
  shownPushes,
  shownPushesSchema,
  shownRefusedLists,
  shownRemovals,
} from './sync-parts.ts';
import { reasonSchema, type SyncReason, type SyncWaiting, waitingSchema } from './sync-reason.ts';

const count = z.int().min(0);
const time = z.iso.datetime();

/**
 * `RUNNING`: a round is under way. `WAITING`: a round begins or goes on within minutes. `IDLE`: nothing happens until the next round. `PAUSED`: the owner has
 * paused the rounds. `NOT_CONNECTED`: no credential has signed in, or data of the provider cannot be fetched yet.
 */
const syncStates = ['RUNNING', 'WAITING', 'IDLE', 'PAUSED', 'NOT_CONNECTED'] as const;

const problemSchema = z.object({
  code: z
    .string()
    .describe(
      '`providerFailed`, `held` (the provider is asked only as often as it allows), `tooManyVertices` or `tooManyBoundaries`.',
    ),
  providerFieldId: z.string().optional().describe('The field at the provider.'),
  message: z.string().describe('The problem as a sentence.'),
});

/** What rounds over one provider of a user do and have done. */
const providerSyncSchema = z
  .object({
    provider: z.enum(providers.map(({ key }) => key)).describe('Key of the provider.'),
    state: z
      .enum(syncStates)
      .describe(
        '`RUNNING`: a round is under way. `WAITING`: a round begins or goes on within minutes. `IDLE`: nothing happens until the next round. `PAUSED`: the owner has paused the rounds. `NOT_CONNECTED`: no credential has signed in, or data of the provider cannot be fetched yet.',
      ),
    credentialStatus: z.enum(credentialStatuses).optional().describe('Absent when no credential is attached.'),
    running: z
      .object({
        startedTime: time.describe('When the round began, in UTC.'),
        step: z.enum(roundSteps).describe('What the round is doing.'),
      })
      .optional()
      .describe('The part of the round that is under way.'),
    lastRound: z
      .object({
        startedTime: time
          .optional()
          .describe('When it began, in UTC; absent for a round that ended before this was recorded.'),
        endedTime: time.describe('When it ended, in UTC.'),
        isComplete: z.boolean().describe('False if it failed, or stopped before its end and goes on.'),
        brought: z
          .object(
            Object.fromEntries(
              broughtKinds.map((kind) => [
                kind,
                count.describe(`How many ${kind === 'boundaries' ? 'versions of boundaries' : kind}.`),
              ]),
            ),
          )
          .optional()
          .describe('How many records it created or changed; of boundaries, new versions.'),
        problems: z.array(problemSchema).describe('What went wrong in it; empty if nothing did.'),
      })
      .optional()
      .describe('The round that ended last; absent before the first one.'),
    nextRoundTime: time
      .optional()
      .describe('When the next scheduled round begins, at the earliest; it may be up to 15 minutes later.'),
    counts: z
      .object({
        growers: count.optional().describe('Absent for providers without growers.'),
        farms: count.optional().describe('Absent for providers without farms.'),
        fields: count.describe('Fields in any state.'),
        fieldsInPreview: count.describe('Fields that wait to be enabled.'),
        fieldsWaiting: count.describe('Fields that the next round fetches.'),
        machines: count
          .optional()
          .describe('Absent, as implements and operators, for providers whose assets are not read.'),
        implements: count.optional().describe('Implements that the provider still has.'),
        operators: count.optional().describe('Operators that the provider still has.'),
      })
      .describe('Records that are stored.'),
    files: shownFilesSchema.optional(),
    irrigation: shownIrrigationSchema.optional(),
    refusedLists: refusedListsSchema,
    pushes: shownPushesSchema.optional(),
    removalsWaiting: z
      .object({
        foundTime: time.describe('When they were found to be gone, in UTC.'),
        lists: z
          .record(
            z.string(),
            z.object({ gone: count.describe('How many are gone.'), of: count.describe('How many there were.') }),
          )
          .describe('By `growers`, `farms`, `fields` or `files`.'),
        assets: z
          .array(
            z.object({
              of: z.enum(assetKinds).describe('What the list is of.'),
              organizationId: z
                .string()
                .optional()
                .describe('The organization at the provider; absent if the list is of no organization.'),
              gone: count.describe('How many are gone.'),
              total: count.describe('How many there were.'),
            }),
          )
          .optional()
          .describe('Machines, implements and operators, by organization.'),
        confirmedTime: time.optional().describe('The round that then begins marks them.'),
      })
      .optional()
      .describe(
        'Records that are gone at the provider, but so many that they are not marked before `POST …/sync/confirm`.',
      ),
    pausedTime: time.optional().describe('Since when the rounds are paused, in UTC; absent if they are not.'),
    reasons: z
      .array(reasonSchema)
      .describe('What keeps something from arriving, the most likely first; none if nothing does.'),
    waiting: z.array(waitingSchema).describe('What is known and has not arrived, by kind and reason.'),
    implemented: z.array(z.string()).describe('The kinds of data that are exchanged with the provider.'),
    message: z
      .string()
      .optional()
      .describe('Present where this installation does not call the provider: nothing will arrive.'),
  })
  .meta({ id: 'ProviderSync' });

type ProviderSync = z.infer<typeof providerSyncSchema>;

/** The state of the sync of a user, by provider. */
export const syncStatusSchema = z
  .object({
    svcUserId: svcUserIdSchema,
    providers: z
      .array(providerSyncSchema)
      .describe('One entry for each provider to which the user is, or was, connected.'),
  })
  .meta({ id: 'SyncStatus' });

/** A connection of a user to a provider, with what is stored of its rounds. */
export interface SyncedConnection {
  provider: ProviderKey;
  /** Whether a credential has signed in, so that rounds follow the account. */
  isLinked: boolean;
  running?: RoundProgress | undefined;
  lastRound?: (Omit<RoundEnd, 'startedTime' | 'brought'> & Partial<RoundEnd>) | undefined;
  /** Milliseconds since 1970. */
  nextRound?: number | undefined;
  dueTime?: string | undefined;
  pausedTime?: string | undefined;
  held?: HeldRemovals | undefined;
  fileRound?: FileRound | undefined;
  irrigationRound?: IrrigationRound | undefined;
}

export interface ConnectionCounts {
  growers: number;
  farms: number;
  fields: number;
  fieldsInPreview: number;
  fieldsWaiting: number;
}

/** What is stored of the rounds of a user. */
export interface SyncStatusStore {
  /** The field with this id, or with this one at a provider; `isGone` if complete lists of its provider no longer have it. */
  field(ownerId: string, svcUserId: string, id: string): Promise<{ field: Field; isGone: boolean } | undefined>;
  credential(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<Credential | undefined>;
  connections(ownerId: string, svcUserId: string): Promise<SyncedConnection[]>;
  counts(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<ConnectionCounts>;
  /** Whether a worker has the rounds of the user in hand, or a message for one is under way. */
  activity(ownerId: string, svcUserId: string): Promise<{ isRunning: boolean; isExpected: boolean }>;
}

export type SyncActivity = Awaited<ReturnType<SyncStatusStore['activity']>>;

/** The state of the rounds of a connection. */
export function syncState(connection: SyncedConnection, activity: SyncActivity): ProviderSync['state'] {
  const { isLinked, running, pausedTime, dueTime } = connection;
  if (!isLinked) return 'NOT_CONNECTED';
  if (pausedTime !== undefined) return 'PAUSED';
  if (running && activity.isRunning) return 'RUNNING';
  const waits = running || dueTime !== undefined || activity.isRunning || activity.isExpected;
  return waits ? 'WAITING' : 'IDLE';
}

/** The sync of a connection in a response. */
export function shownSync(
  connection: SyncedConnection,
  {
    counts,
    parts,
    activity,
    now,
    reasons,
    waiting,
    uncalled,
  }: {
    counts: ConnectionCounts;
    parts: SyncParts;
    activity: SyncActivity;
    now: number;
    reasons: SyncReason[];
    waiting: SyncWaiting[];
    /** What is to be said if this installation does not call the provider. */
    uncalled?: string | undefined;
  },
  credential: AttachedCredential,
): ProviderSync {
  const { provider, running, lastRound, nextRound, pausedTime } = connection;
  const { delivers, ports } = providerOf(provider);
  const { growers, farms, ...fields } = counts;
  const { machine, implement, operator } = parts.assets;
  const state = syncState(connection, activity);
  const removalsWaiting = shownRemovals(connection.held, parts.notes);
  return {
    ...{ provider, state },
    ...(credential.status && { credentialStatus: credential.status }),
    ...(state === 'RUNNING' && running && { running }),
    ...(lastRound && { lastRound }),
    ...(nextRound !== undefined && { nextRoundTime: timestamp(nextRound) }),
    counts: {
      ...(delivers.includes('growers') && { growers }),
      ...(delivers.includes('farms') && { farms }),
      ...fields,
      ...(ports.includes('assets') && { machines: machine, implements: implement, operators: operator }),
    },
    ...(ports.includes('files') && { files: shownFiles(parts.files, connection.fileRound, now) }),
    refusedLists: shownRefusedLists(parts.notes),
    ...(connection.irrigationRound && { irrigation: shownIrrigation(connection.irrigationRound) }),
    ...(parts.push && { pushes: shownPushes(parts.push) }),
    ...(removalsWaiting && { removalsWaiting }),
    ...(pausedTime !== undefined && { pausedTime }),
    ...{ reasons, waiting },
    implemented: [...ports],
    ...(uncalled !== undefined && { message: uncalled }),
  };
}
