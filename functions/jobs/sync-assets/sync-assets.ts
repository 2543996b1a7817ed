import type { Asset } from '../../../domain/assets/asset.ts';
import { timestamp } from '../../../domain/clock.ts';
import { heldListMessage } from '../../../domain/sync/absences.ts';
import type { AssetProvider } from '../../../domain/sync/asset-provider.ts';
import { noteRead } from '../../../domain/sync/list-notes.ts';
import { ProviderProblem } from '../../../domain/sync/provider-problem.ts';
import { type Message, RetryLater } from '../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../queue/unless-deleted.ts';
import { markAbsent } from './mark-absent.ts';
import type { AssetsMessage } from './messages.ts';
import type { AssetsRound } from './round.ts';
import type { AssetsSyncServices } from './services.ts';
import { takeOver } from './take-over.ts';

/** Enough to write the log of the account. */
const stopBeforeEndMilliseconds = 20_000;
const retryAfterSeconds = 60;
const maxRetrySeconds = 15 * 60;

/**
 * Takes over a list of a provider's assets, and marks those that it has no more. Idempotent: what is as it should be is not written again. Failures are in the log of
 * the credential and in the note of the list; those that may pass are tried again.
 */
export async function syncAssets(asked: AssetsMessage, message: Message, services: AssetsSyncServices): Promise<void> {
  const { ownerId, svcUserId, provider: key, kind, organizationId } = asked;
  const user = { ownerId, svcUserId };
  const list = { of: kind, organizationId };
  let provider: AssetProvider | undefined;
  await unlessDeleted(async () => {
    try {
      const link = await services.links.get(ownerId, svcUserId, key);
      provider = link && (await services.providerOf(user, link));
      if (provider) await takeOverAll(asked, provider, message, services);
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      console.warn({ svcUserId, provider: key, assets: kind, kind: error.kind, message: error.message });
      // The next round reads a list that was not asked for.
      if (error.kind === 'held' && message.lastAttempt) return;
      if (!error.passes || message.lastAttempt) {
        return noteRead(services.notes, user, key, list, timestamp(services.clock.now()), error);
      }
      const delay = Math.min(error.retryAfterSeconds ?? retryAfterSeconds, maxRetrySeconds);
      throw new RetryLater(error.message, delay, { cause: error });
    } finally {
      await provider?.close();
    }
  });
}

async function takeOverAll(
  asked: AssetsMessage,
  provider: AssetProvider,
  message: Message,
  services: AssetsSyncServices,
): Promise<void> {
  const { ownerId, svcUserId, kind, organizationId } = asked;
  const stored: Asset[] = [];
  for await (const asset of services.assets.each(ownerId, svcUserId, kind)) stored.push(asset);
  const round: AssetsRound = { ...asked, at: timestamp(services.clock.now()), stored, own: ownRecords(asked, stored) };
  const listed = new Set<string>();
  for await (const one of provider.assets(kind, organizationId)) {
    if (message.remainingMilliseconds() < stopBeforeEndMilliseconds) {
      throw new RetryLater('There are more assets than fit into one attempt.', 1);
    }
    listed.add(one.id);
    await takeOver(round, one, services);
  }
  const user = { ownerId, svcUserId };
  const list = { of: kind, organizationId };
  const before = await services.notes.get(user, asked.provider, list);
  const held = await markAbsent(round, listed, before?.held, services);
  if (held)
    provider.note(`${heldListMessage(asked.provider, { list, held })} They stay as they are until this is confirmed.`);
  if (before || held) await services.notes.put(user, asked.provider, { list, held });
}

/**
 * The records of a provider's assets, by their ids there. One that was taken apart from a match counts, even where the record that it was taken from could not be changed yet.
 */
function ownRecords({ provider }: AssetsMessage, stored: readonly Asset[]): Map<string, Asset> {
  const own = new Map<string, Asset>();
  for (const asset of stored) {
    if (asset.provider !== provider || asset.providerId === undefined || own.get(asset.providerId)?.isSeparate)
      continue;
    own.set(asset.providerId, asset);
  }
  return own;
}
