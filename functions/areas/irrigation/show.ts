import type * as z from 'zod';
import type {
  StoredEquipment,
  StoredFieldIrrigation,
  StoredIrrigation,
} from '../../../domain/irrigation/irrigation.ts';
import type {
  appliedIrrigationSchema,
  fieldIrrigationSchema,
  irrigationEquipmentSchema,
  irrigationSeasonSchema,
} from '../../../domain/irrigation/irrigation-schema.ts';
import { type IrrigationUnits, inUnit, rounded } from '../../../domain/irrigation/irrigation-units.ts';
import type { Season } from '../../../domain/irrigation/season.ts';
import type { RequestContext } from '../../http/exchange.ts';
import { irrigationApi } from './api.ts';

const secondsPerHour = 3_600;

export function shownEquipment(
  equipment: StoredEquipment,
  { length: unit }: IrrigationUnits,
): z.input<typeof irrigationEquipmentSchema> {
  const { id, providerEquipmentId, provider, name, type, brand = 'unknown', timeZone } = equipment;
  const { lengthMetres, endgunLengthMetres, turnSeconds, originalType, originalSubType } = equipment;
  return {
    ...{ id, providerEquipmentId, provider, type, brand },
    ...(name !== undefined && { name }),
    ...(lengthMetres !== undefined && { pivotLength: { value: inUnit(lengthMetres, unit), unit } }),
    ...(endgunLengthMetres !== undefined && { endgunLength: { value: inUnit(endgunLengthMetres, unit), unit } }),
    ...(turnSeconds !== undefined && { pivotRuntime: { value: rounded(turnSeconds / secondsPerHour), unit: 'hr' } }),
    originalEquipmentData: {
      ...(originalType !== undefined && { equipmentType: originalType }),
      ...(originalSubType !== undefined && { equipmentSubType: originalSubType }),
    },
    ...(timeZone !== undefined && { timeZone }),
  };
}

/** What records are shown with: the request, whose base is that of links, the name of the owner, and units. */
export interface Showing {
  request: RequestContext;
  apiOwnerUsername: string;
  units: IrrigationUnits;
}

export function shownIrrigation(record: StoredIrrigation, showing: Showing): z.input<typeof appliedIrrigationSchema> {
  const path = `/users/${record.svcUserId}/irrigation/applied-irrigation/${record.id}`;
  return {
    ...commonOf(record, path, showing),
    equipment: [record.equipment],
    summary: summaryOf(record, showing.units),
  };
}

export function shownFieldIrrigation(
  record: StoredFieldIrrigation,
  showing: Showing,
): z.input<typeof fieldIrrigationSchema> {
  const { svcUserId, fieldId, id, irrigationIds, equipment, coverage } = record;
  const path = `/users/${svcUserId}/irrigation/fields/${fieldId}/irrigated/${id}`;
  const { properties, ...summary } = summaryOf(record, showing.units);
  return {
    ...commonOf(record, path, showing),
    ...{ fieldId, irrigationId: irrigationIds, equipment },
    summary: { ...summary, properties: { ...properties, coverage: { value: rounded(coverage), unit: 'percentage' } } },
  };
}

function commonOf(
  { id, provider, svcUserId, createdTime, date, timeZone, isDerived }: StoredIrrigation | StoredFieldIrrigation,
  path: string,
  { request, apiOwnerUsername }: Showing,
) {
  const standardGeojson = `${request.base}${irrigationApi.base}${path}/standardGeojson`;
  return {
    ...{ id, provider, standardGeojson, downloadStandardGeojson: standardGeojson, svcUserId, apiOwnerUsername },
    ...{ createdTime, startTime: startOf(date), endTime: endOf(date), timeZone },
    ...(isDerived && { derived: true as const }),
  };
}

function summaryOf(
  { outline, sums, powerOnHours }: StoredIrrigation | StoredFieldIrrigation,
  { depth: unit, totalArea, totalVolume }: IrrigationUnits,
) {
  const { avg, sum, min, max } = sums.depth;
  const [average, total, least, largest] = [avg, sum, min, max].map((depth) => inUnit(depth, unit));
  return {
    type: 'Feature' as const,
    geometry: outline,
    properties: {
      depth: { avg: average ?? 0, sum: total ?? 0, min: least ?? 0, max: largest ?? 0, unit },
      totalArea: { value: inUnit(sums.areaHectares, totalArea), unit: totalArea },
      totalVolume: { value: inUnit(sums.volumeLitres, totalVolume), unit: totalVolume },
      totalPowerOn: { value: rounded(powerOnHours), unit: 'hr' as const },
    },
  };
}

export function shownSeason(
  fieldId: string,
  { days, arcHectares, depthMillimetres, volumeLitres }: Season,
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
  { depth: depthUnit, totalArea, totalVolume }: IrrigationUnits,
): z.input<typeof irrigationSeasonSchema> {
  const depth = (millimetres: number) => ({ value: inUnit(millimetres, depthUnit), unit: depthUnit });
  const volume = (litres: number) => ({ value: inUnit(litres, totalVolume), unit: totalVolume });
  return {
    ...{ fieldId, startTime: startOf(firstDate), endTime: endOf(lastDate) },
    arc: { value: inUnit(arcHectares, totalArea), unit: totalArea },
    depth: depth(depthMillimetres),
    totalVolume: volume(volumeLitres),
    days: days.map((day) => ({
      ...{ startTime: startOf(day.date), ids: day.ids },
      depth: depth(day.depthMillimetres),
      sum: depth(day.sumMillimetres),
      totalVolume: volume(day.volumeLitres),
    })),
  };
}

/** Dates are named by their first and last second, in UTC. */
const startOf = (date: string) => `${date}T00:00:00.000Z`;
const endOf = (date: string) => `${date}T23:59:59.000Z`;
