import { irrigationStore } from '../../../adapters/aws/dynamodb/irrigation/irrigation-store.ts';
import { geosOverlay } from '../../../adapters/geos/geos-overlay.ts';
import { derivedId, newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { type DepthPiece, piecesOfArcs, waterSums } from '../../../domain/irrigation/depth-map.ts';
import {
  irrigationId,
  type StoredEquipment,
  type StoredFieldIrrigation,
  type StoredIrrigation,
} from '../../../domain/irrigation/irrigation.ts';
import { outlineOf } from '../../../domain/irrigation/outline.ts';
import { cloudClock, files, table } from '../cloud.ts';
import type { TestOwner } from '../owner.ts';

const store = () =>
  irrigationStore({
    ...{
      irrigation: table('irrigation'),
      users: table('users'),
      events: table('events'),
      files,
      clock: cloudClock,
      newId,
    },
  });

/** A quarter of a circle. */
const quarter = piecesOfArcs({ centre: [-93.6, 42], radiusMetres: 100 }, [{ from: 0, width: 90, depthMillimetres: 8 }]);

/** Stores a pivot with the water of some dates, of which a field got all, as the worker does. */
export async function storedWater(
  { owner }: TestOwner,
  svcUserId: string,
  fieldId: string,
  dates: readonly string[] = ['2026-06-30'],
  pieces: readonly DepthPiece[] = quarter,
): Promise<{ equipmentId: string; irrigationId: string; fieldIrrigationId: string }> {
  const at = timestamp(cloudClock.now());
  const sums = waterSums(pieces);
  if (!sums) throw new Error('nothing is watered');
  const overlay = await geosOverlay(() => import('geos-wasm'));
  const equipment: StoredEquipment = {
    ...{ id: newId(), svcUserId, provider: 'Lindsay', providerEquipmentId: newId(), name: 'Pivot', type: 'pivot' },
    ...{ timeZone: 'America/Chicago', createdTime: at },
  };
  await store().putEquipment(owner.id, equipment);
  const { id: equipmentId, name, type, providerEquipmentId } = equipment;
  const named = { id: equipmentId, ...(name !== undefined && { name }), type, providerEquipmentId };
  let ids = { irrigationId: '', fieldIrrigationId: '' };
  for (const date of dates) {
    const id = irrigationId(derivedId, { svcUserId, equipmentId, date });
    const common = {
      ...{
        svcUserId,
        provider: 'Lindsay' as const,
        date,
        timeZone: 'America/Chicago',
        sums,
        powerOnHours: 6,
        isDerived: false,
      },
      ...{ outline: outlineOf(pieces, overlay) },
      ...{ lastWaterTime: `${date}T20:00:00.000Z`, createdTime: at, updatedTime: at },
    } as const;
    const record: StoredIrrigation = { ...common, id, equipment: named, digest: newId(), fieldIds: [fieldId] };
    await store().put(owner.id, { record, pieces: [...pieces] });
    const part: StoredFieldIrrigation = {
      ...{ ...common, id: newId(), fieldId, irrigationIds: [record.id], equipment: [named], coverage: 12.5 },
    };
    await store().putOfField(owner.id, { record: part, pieces: [...pieces] });
    ids = { irrigationId: record.id, fieldIrrigationId: part.id };
  }
  return { equipmentId, ...ids };
}

/** Stores that a field got water on a date on which no machine watered. */
export async function storedPart(
  { owner }: TestOwner,
  svcUserId: string,
  fieldId: string,
  date: string,
): Promise<void> {
  const at = timestamp(cloudClock.now());
  const sums = waterSums(quarter);
  if (!sums) throw new Error('nothing is watered');
  const record: StoredFieldIrrigation = {
    ...{ id: newId(), svcUserId, fieldId, date, sums, outline: quarter[0]?.geometry ?? multiPolygon([]) },
    ...{ provider: 'Lindsay', timeZone: 'America/Chicago', powerOnHours: 6, isDerived: false, coverage: 12.5 },
    ...{ irrigationIds: [], equipment: [], lastWaterTime: at, createdTime: at, updatedTime: at },
  };
  await store().putOfField(owner.id, { record, pieces: [...quarter] });
}
