import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';
import type { Asset, AssetKind } from './asset.ts';

type Change = 'Created' | 'Updated' | 'Deleted';
type ChangesOf<Kind extends AssetKind> = { [C in Change]: `${Kind}${C}` extends EventType ? C : never }[Change];

/**
 * The event of an asset that was found, entered, changed or deleted.
 *
 * @param id of the event.
 * @example await machines.add(ownerId, machine, assetEvent('machine', 'Created', newId(), ownerId, machine, clock.now()));
 */
export function assetEvent<Kind extends AssetKind>(
  kind: Kind,
  change: ChangesOf<Kind>,
  id: string,
  ownerId: string,
  asset: Pick<Asset, 'id' | 'svcUserId'>,
  at: number,
): FarmEvent {
  const { svcUserId } = asset;
  const type = `${kind}${change}` as EventType;
  return { id, ownerId, svcUserId, type, at, payload: { svcUserId, [`${kind}Id`]: asset.id } };
}
