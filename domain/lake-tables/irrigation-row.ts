import type { StoredIrrigation } from '../irrigation/irrigation.ts';
import type { LakeRow } from './shard-store.ts';
import { storedGeometry } from './stored-geometry.ts';
import { onSphere } from './straight-edges.ts';

/** The irrigation of a machine on a date as a row of `appliedIrrigation`. */
export function irrigationRow(record: StoredIrrigation): LakeRow {
  const { id, svcUserId, provider, equipment, date, timeZone, fieldIds, isDerived, createdTime, updatedTime } = record;
  const { depth, areaHectares, volumeLitres } = record.sums;
  return {
    ...{ id, svcUserId, provider, date, timeZone, fieldIds, isDerived, createdTime, updatedTime },
    equipmentId: equipment.id,
    equipmentName: equipment.name,
    equipmentType: equipment.type,
    providerEquipmentId: equipment.providerEquipmentId,
    depthAvg: depth.avg,
    depthMin: depth.min,
    depthMax: depth.max,
    area: areaHectares,
    volume: volumeLitres,
    powerOn: record.powerOnHours,
    lastIrrigationTime: record.lastWaterTime,
    ...storedGeometry(onSphere(record.outline)),
  };
}
