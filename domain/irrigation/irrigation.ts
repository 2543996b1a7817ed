import type { DerivedId } from '../clock.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { ProvidedEquipment } from '../sync/irrigation-provider.ts';
import type { DepthPiece, WaterSums } from './depth-map.ts';
import type { HistoryRow } from './passes.ts';

/** How far the history of a machine has been read. */
export interface Followed {
  /** The last local date that was read. */
  date: string;
  /** The state of the machine before the days that are read again: histories have changes only. */
  before?: HistoryRow | undefined;
  /** When it was read, in milliseconds since 1970. */
  time: number;
}

/** A machine that waters. */
export interface StoredEquipment extends Omit<ProvidedEquipment, 'id'> {
  id: string;
  svcUserId: string;
  provider: ProviderKey;
  providerEquipmentId: string;
  /** The IANA name of the time zone where it stands, by which its days are counted. */
  timeZone?: string | undefined;
  createdTime: string;
  followed?: Followed | undefined;
}

/** What irrigation records say of a machine. */
export interface NamedEquipment {
  id: string;
  name?: string | undefined;
  type: string;
  providerEquipmentId: string;
}

interface DayOfWater {
  id: string;
  svcUserId: string;
  provider: ProviderKey;
  /** The local date at the pivot. */
  date: string;
  timeZone: string;
  sums: WaterSums;
  /** Hours in which the machine ran on that date. */
  powerOnHours: number;
  /** The union of the pieces, simplified. */
  outline: MultiPolygon;
  /** Whether the water follows from passes and their depth, because the panel reports none. */
  isDerived: boolean;
  /** When water was last given on that date. */
  lastWaterTime: string;
  createdTime: string;
  updatedTime: string;
}

/** The water of one machine on one date. */
export interface StoredIrrigation extends DayOfWater {
  equipment: NamedEquipment;
  /** Names what the record was made of: the same is not made again. */
  digest: string;
  /** Fields that have a part of it. */
  fieldIds: string[];
}

/** The water that a field got on one date, of the machines of one provider. */
export interface StoredFieldIrrigation extends DayOfWater {
  fieldId: string;
  irrigationIds: string[];
  equipment: NamedEquipment[];
  /** Percentage of the field that was watered. */
  coverage: number;
}

/** A record with its ground. */
export interface WithPieces<Stored> {
  record: Stored;
  pieces: DepthPiece[];
}

/** The id of the water of a machine on a date, which its record has from its first version on. */
export function irrigationId(
  derivedId: DerivedId,
  { svcUserId, equipmentId, date }: { svcUserId: string; equipmentId: string; date: string },
): string {
  return derivedId(svcUserId, 'irrigation', equipmentId, date);
}
