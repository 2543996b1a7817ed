import type { FarmEvent } from '../events/event.ts';
import type { EventType } from '../events/event-types.ts';
import type { Asset, AssetKind } from './asset.ts';

export type AssetEventType = Extract<EventType, `${AssetKind}${'Created' | 'Updated' | 'Deleted'}`>;

/**
 * The event of an asset that was found, entered, changed or deleted.
 *
 * @param id of the event.
 * @example await machines.add(ownerId, machine, assetEvent('machineCreated', newId(), ownerId, machine, clock.now()));
 */
export function assetEvent(
  type: AssetEventType,
  id: string,
  ownerId: string,
  asset: Pick<Asset, 'id' | 'svcUserId' | 'kind'>,
  at: number,
): FarmEvent {
  const { svcUserId, kind } = asset;
  return { id, ownerId, svcUserId, type, at, payload: { svcUserId, [`${kind}Id`]: asset.id } };
}
