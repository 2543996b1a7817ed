import type { FarmEvent } from '../events/event.ts';
import type { StoredFieldIrrigation, StoredIrrigation } from './irrigation.ts';

type Ids = Pick<FarmEvent, 'id' | 'ownerId'>;

/** Event of water that a machine gave on a date: new, or changed as the day went on. */
export function irrigationActivity(
  ids: Ids,
  { id, svcUserId }: Pick<StoredIrrigation, 'id' | 'svcUserId'>,
  at: number,
): FarmEvent {
  return { ...ids, svcUserId, type: 'newIrrigationActivity', at, payload: { irrigationId: id, svcUserId } };
}

/** Event of the part of a date's water that a field got. */
export function fieldIrrigationActivity(
  ids: Ids,
  { id, svcUserId, fieldId }: Pick<StoredFieldIrrigation, 'id' | 'svcUserId' | 'fieldId'>,
  at: number,
): FarmEvent {
  const payload = { fieldIrrigationId: id, fieldId, svcUserId };
  return { ...ids, svcUserId, type: 'newFieldIrrigationActivity', at, payload };
}
