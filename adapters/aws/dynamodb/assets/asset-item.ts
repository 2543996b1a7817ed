import type { Asset, AssetKind } from '../../../../domain/assets/asset.ts';
import type { MachineWork } from '../../../../domain/assets/machine-work.ts';
import type { IndexRange } from '../lists/index-range.ts';
import type { Item } from '../table.ts';

/** What is in a user's partition beside assets: the work of machines in files, by machine, and aerial layers. */
type RowKind = AssetKind | 'work' | 'layer';

function partition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}`;
}

export function assetKey(ownerId: string, { svcUserId, kind, id }: Pick<Asset, 'svcUserId' | 'kind' | 'id'>): Item {
  return { pk: partition(ownerId, svcUserId), sk: `${kind}#${id}` };
}

/** The key of the work of a machine in a file, in the order of the files' creation. */
export function workKey(
  ownerId: string,
  { svcUserId, machineId, svcFileId }: Pick<MachineWork, 'svcUserId' | 'machineId' | 'svcFileId'>,
): Item {
  return { pk: partition(ownerId, svcUserId), sk: `work#${machineId}#${svcFileId}` };
}

/**
 * The rows of one kind of a user.
 *
 * @param within the machine, for its work.
 */
export function assetRange(ownerId: string, svcUserId: string, kind: RowKind, within?: string): IndexRange {
  const prefix = within === undefined ? `${kind}#` : `${kind}#${within}#`;
  return { partitionKey: 'pk', partition: partition(ownerId, svcUserId), sortKey: 'sk', prefix };
}
