import type { Asset } from '../../../domain/assets/asset.ts';
import { assetEvent } from '../../../domain/assets/asset-events.ts';
import { takenApart } from '../../../domain/assets/provided-assets.ts';
import { timestamp } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import type { AssetsServices } from './services.ts';

const types = {
  machine: ['machineCreated', 'machineUpdated'],
  implement: ['implementCreated', 'implementUpdated'],
} as const;

/**
 * Takes a provider's machine or implement and the one from files apart. If it was interrupted, a repeated request ends it.
 *
 * @returns the record of the provider.
 * @throws Problem 409 `assetNotMatched`.
 */
export async function separate(
  ownerId: string,
  matched: Asset,
  { assets, clock, newId, derivedId }: AssetsServices,
): Promise<Asset> {
  const now = clock.now();
  const { id, kind, svcUserId, inFiles, provider = '', providerId = '' } = matched;
  if (inFiles === undefined || kind === 'operator') throw notMatched(matched);
  const ownId = derivedId(svcUserId, provider, kind, providerId, 'separate');
  const { fromProvider } = takenApart({ ...matched, inFiles }, ownId, timestamp(now));
  const [created, updated] = types[kind];
  // The new record comes first: a sync in between takes it for the provider's.
  await assets.add(ownerId, fromProvider, assetEvent(created, newId(), ownerId, fromProvider, now));
  await assets.change(
    ownerId,
    { svcUserId, kind, id },
    (before) =>
      before.inFiles ? takenApart({ ...before, inFiles: before.inFiles }, ownId, timestamp(now)).fromFiles : before,
    (after) => assetEvent(updated, newId(), ownerId, after, now),
  );
  return fromProvider;
}

function notMatched({ id, kind }: Asset): Problem {
  const detail = `The ${kind} ${id} is not one of a provider that was matched with one from files.`;
  return new Problem('conflict', detail, { errorKey: 'assetNotMatched' });
}
