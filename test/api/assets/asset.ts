import { assetStore } from '../../../adapters/aws/dynamodb/assets/asset-store.ts';
import { newId } from '../../../adapters/system.ts';
import type { Asset, AssetKind } from '../../../domain/assets/asset.ts';
import { assetEvent } from '../../../domain/assets/asset-events.ts';
import type { Machine } from '../../../domain/assets/machine.ts';
import { timestamp } from '../../../domain/clock.ts';
import { cloudClock, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

export const assetsService = '/services/beta/api';

/** The path of a user's assets, such as `usersAssets(svcUserId, 'machines')`. */
export function usersAssets(svcUserId: string, rest: string): string {
  return `${assetsService}/users/${svcUserId}/${rest}`;
}

/** Enters a machine by hand over HTTP. */
export async function freshMachine(
  owner: TestOwner,
  svcUserId: string,
  members: Record<string, unknown> = {},
): Promise<Machine> {
  const { status, body } = await owner.post<Machine>(usersAssets(svcUserId, 'machines'), {
    name: 'Harvester',
    ...members,
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Stores an asset as the worker of machine files does, or a sync with a provider will. */
export async function pooledAsset(
  owner: TestOwner,
  svcUserId: string,
  kind: AssetKind,
  members: Partial<Asset> = {},
): Promise<Asset> {
  const now = cloudClock.now();
  const asset: Asset = {
    ...{ id: newId(), kind, svcUserId, name: 'Sower', originType: 'FILE_POOLED' },
    ...{ createdTime: timestamp(now), updatedTime: timestamp(now) },
    ...members,
  };
  const store = assetStore(table('assets'), table('users'), table('events'));
  await store.add(owner.owner.id, asset, assetEvent(`${kind}Created`, newId(), owner.owner.id, asset, now));
  return asset;
}
