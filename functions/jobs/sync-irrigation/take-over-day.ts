import { timestamp } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Position } from '../../../domain/geometry/multi-polygon.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { type DepthPiece, piecesOfArcs, piecesOfShapes, waterSums } from '../../../domain/irrigation/depth-map.ts';
import { irrigationId, type StoredIrrigation } from '../../../domain/irrigation/irrigation.ts';
import type { LocalDay } from '../../../domain/irrigation/local-days.ts';
import { outlineOf } from '../../../domain/irrigation/outline.ts';
import { type HistoryRow, type Pass, runningMilliseconds } from '../../../domain/irrigation/passes.ts';
import { wateredArcs } from '../../../domain/irrigation/watered-arcs.ts';
import { cutDay } from './cut-day.ts';
import type { FollowedEquipment } from './follow-equipment.ts';
import type { IrrigationServices } from './services.ts';

/** A day with water, and the history around it. */
export interface WateredDay {
  day: LocalDay;
  /** Of the day alone. */
  passes: readonly Pass[];
  rows: readonly HistoryRow[];
  /** Milliseconds since 1970. */
  now: number;
  /** The record of the day so far. */
  before: StoredIrrigation | undefined;
}

/**
 * Makes or replaces the record of a day, after its parts of fields: a worker that dies between them has its successor make them again, since a day is done once its record is
 * there.
 */
export async function takeOverDay(
  { user, equipment, provider, machines }: FollowedEquipment,
  { day, passes, rows, now, before }: WateredDay,
  services: IrrigationServices,
): Promise<void> {
  const { store, derivedId, clock } = services;
  const { ownerId, svcUserId } = user;
  const { id: equipmentId, name, type, providerEquipmentId, timeZone = 'UTC', longitude = 0, latitude = 0 } = equipment;
  const radiusMetres = equipment.wetLengthMetres ?? equipment.lengthMetres;
  const to = Math.min(day.to, now);
  const digest = derivedId(svcUserId, JSON.stringify([passes, radiusMetres, longitude, latitude]));
  const id = irrigationId(derivedId, { svcUserId, equipmentId, date: day.date });
  // Flow may be reported later than passes.
  if (before?.digest === digest && !before.isDerived) return;

  const overlay = await services.overlay();
  const wedges = await provider.applied(providerEquipmentId, day.from, to);
  const canDerive = type === 'pivot' && radiusMetres !== undefined;
  const derived = () =>
    canDerive ? piecesOfArcs({ centre: [longitude, latitude], radiusMetres }, wateredArcs(passes)) : [];
  const isDerived = wedges.length === 0;
  const pieces = isDerived ? derived() : overlaidOrNone(wedges, overlay, [longitude, latitude]);
  if (!pieces) {
    provider.note(
      `The ground that ${name ?? providerEquipmentId} watered on ${day.date} overlaps or crosses itself too often, so that it is left out. Tell the provider; it is read again when the day changes.`,
    );
    return;
  }
  const sums = waterSums(pieces);
  if (!sums || (before?.digest === digest && isDerived)) return;
  const at = timestamp(clock.now());
  const record: StoredIrrigation = {
    ...{ id, svcUserId, provider: equipment.provider, date: day.date, timeZone, digest, sums, isDerived },
    equipment: { id: equipmentId, ...(name !== undefined && { name }), type, providerEquipmentId },
    powerOnHours: runningMilliseconds(rows, day.from, to) / 3_600_000,
    outline: outlineOf(pieces, overlay),
    lastWaterTime: timestamp(Math.max(...passes.map(({ endTime }) => endTime))),
    fieldIds: before?.fieldIds ?? [],
    createdTime: before?.createdTime ?? at,
    updatedTime: at,
  };
  const fieldIds = await cutDay(user, { record, pieces }, machines, services);
  await store.put(ownerId, { record: { ...record, fieldIds }, pieces });
}

/** Undefined for shapes that cannot be laid over one another: trying again would not help. */
function overlaidOrNone(shapes: readonly DepthPiece[], overlay: Overlay, pivot: Position): DepthPiece[] | undefined {
  try {
    return piecesOfShapes(shapes, overlay, pivot);
  } catch (error) {
    if (error instanceof Problem && error.errorKey === 'geometryTooComplex') return undefined;
    throw error;
  }
}
