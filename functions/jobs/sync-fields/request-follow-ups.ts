import { type AssetKind, assetKinds } from '../../../domain/assets/asset.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { providerOf } from '../../../domain/providers/providers.ts';
import { type PushingProvider, pushPaths } from '../../../domain/push/push-address.ts';
import { dropOthers } from '../../../domain/sync/list-notes.ts';
import type { Round, SyncServices } from './services.ts';

const switches: Record<AssetKind, keyof Settings> = {
  machine: 'machinesAutoSync',
  implement: 'implementsAutoSync',
  operator: 'operatorsAutoSync',
};

/** Requests what comes after the fields of a round: lists of assets, and the renewal of subscriptions to notifications. */
export async function requestFollowUps(round: Round, services: FollowUpQueues): Promise<void> {
  const { provider, address } = round.link;
  if (address !== undefined) return;
  const ports = providerOf(provider).ports;
  if (ports.includes('assets')) await requestAssets(round, services);
  if (provider in pushPaths) await requestRenewal(round, provider as PushingProvider, services);
}

type FollowUpQueues = Pick<SyncServices, 'assetsQueue' | 'pushQueue' | 'notes'>;

/** Has the lists of assets read that the user's settings want, of the selected organizations. */
async function requestAssets(round: Round, { assetsQueue, notes }: FollowUpQueues): Promise<void> {
  const { ownerId, svcUserId, link, settings, selected = new Set<string>(), at } = round;
  const kinds = assetKinds.filter((kind) => settings[switches[kind]] === true);
  const lists = [...selected].flatMap((organizationId) => kinds.map((kind) => ({ organizationId, kind })));
  const noted = lists.map(({ organizationId, kind }) => ({ of: kind, organizationId }));
  await dropOthers(notes, { ownerId, svcUserId }, link.provider, assetKinds, noted);
  for (const list of lists) {
    await assetsQueue.send({ ownerId, svcUserId, provider: link.provider, ...list, round: at });
  }
}

function requestRenewal(
  { ownerId, svcUserId }: Round,
  provider: PushingProvider,
  { pushQueue }: FollowUpQueues,
): Promise<void> {
  return pushQueue.send({ ownerId, svcUserId, provider });
}
