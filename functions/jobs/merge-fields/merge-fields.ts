import type { Seed } from '../../../domain/merging/seed.ts';
import { runExclusively, workOff } from '../../../domain/work/coalesced-work.ts';
import { attemptOf, type Message } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import { mergeAround } from './merge-around.ts';
import type { MergeMessage } from './messages.ts';
import type { MergeServices } from './services.ts';

/** A look at some seeds takes seconds; this is time for one that takes long. */
const stopBeforeEndMilliseconds = 120_000;
/** Seeds of one batch: the fields around all of them are read once. */
const seedsAtOnce = 100;

/**
 * Looks anew at what a changed field is merged with. The change is noted first, so that the worker that holds the user's lease does it: many
 * changes at once, as after an upload, become a few looks. Idempotent.
 */
export async function mergeFields(
  { ownerId, svcUserId, seed }: MergeMessage,
  message: Message,
  services: MergeServices,
): Promise<void> {
  const { seeds, leases } = services;
  const user = { ownerId, svcUserId };
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  await unlessDeleted(async () => {
    if (seed && (await matters(ownerId, svcUserId, seed, services))) await seeds.note(user, [seed]);
    // A seed that no longer matters may have begun a merge that was interrupted; its notes are worked off then.
    if (seed && (await seeds.noted(user, 1)).length === 0) return;
    await runExclusively(user, attempt, leases, () =>
      workOff(seeds, user, attempt, seedsAtOnce, (some) => mergeAround(ownerId, svcUserId, some, services)),
    );
  });
}

/** With merging switched off, only fields that are part of a merged one need a look; merged fields themselves never do. */
async function matters(
  ownerId: string,
  svcUserId: string,
  seed: Seed,
  { store, settings }: MergeServices,
): Promise<boolean> {
  const field = await store.field(ownerId, svcUserId, seed.fieldId);
  if (field?.type === 'MERGED') return false;
  const known = seed.mergedFieldId ?? field?.mergedFieldId ?? field?.mergeProblem;
  return known !== undefined || (await settings(ownerId, svcUserId)).fieldsAutoMerge;
}
