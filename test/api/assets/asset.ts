import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { assetRange, workKey } from '../../../adapters/aws/dynamodb/assets/asset-item.ts';
import { assetStore } from '../../../adapters/aws/dynamodb/assets/asset-store.ts';
import { newId } from '../../../adapters/system.ts';
import type { Asset, AssetKind } from '../../../domain/assets/asset.ts';
import { assetEvent } from '../../../domain/assets/asset-events.ts';
import type { Layer } from '../../../domain/assets/layer.ts';
import type { Machine } from '../../../domain/assets/machine.ts';
import type { MachineWork } from '../../../domain/assets/machine-work.ts';
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

/** Stores the work of a machine in a file of its own, as the worker of machine files does. */
export async function storedWork({ owner }: TestOwner, svcUserId: string, machineId: string): Promise<void> {
  const at = timestamp(cloudClock.now());
  const work: MachineWork = {
    ...{ id: newId(), svcUserId, machineId, svcFileId: newId(), startTime: at, endTime: at, createdTime: at },
    ...{ distance: { value: 5_280, unit: 'ft' }, fuelConsumption: null },
  };
  await put({ ...workKey(owner.id, work), work });
}

/** Stores an aerial layer as a sync with a provider will. */
export async function storedLayer({ owner }: TestOwner, svcUserId: string): Promise<void> {
  const id = newId();
  const content = `https://layers.example/${id}`;
  const layer: Layer = {
    ...{
      id,
      svcUserId,
      apiOwnerUsername: owner.username,
      type: 'NVDI',
      origin: 'PROVIDER_POOLED',
      provider: 'Sentera',
    },
    ...{ providerLayerId: id, providerFieldId: null, name: 'June', size: 5, md5: '0'.repeat(32), svcFieldIds: [] },
    ...{ contentS3: content, downloadContentS3: content, createdTime: timestamp(cloudClock.now()) },
  };
  const { partition: pk } = assetRange(owner.id, svcUserId, 'layer');
  await put({ pk, sk: `layer#${id}`, layer });
}

async function put(Item: Record<string, unknown>): Promise<void> {
  const { client, name: TableName } = table('assets');
  await client.send(new PutCommand({ TableName, Item }));
}
