import { timestamp } from '../../../domain/clock.ts';
import { Problem } from '../../../domain/errors.ts';
import type { Overlay } from '../../../domain/geometry/overlay.ts';
import { type DepthPiece, piecesOfArcs, piecesOfShapes, waterSums } from '../../../domain/irrigation/depth-map.ts';
import {
  type Followed,
  irrigationId,
  type StoredEquipment,
  type StoredIrrigation,
} from '../../../domain/irrigation/irrigation.ts';
import { type LocalDay, laterDate, localDate, localDays } from '../../../domain/irrigation/local-days.ts';
import { outlineOf } from '../../../domain/irrigation/outline.ts';
import {
  clippedPass,
  type HistoryRow,
  type Pass,
  passesOf,
  runningMilliseconds,
} from '../../../domain/irrigation/passes.ts';
import { wateredArcs } from '../../../domain/irrigation/watered-arcs.ts';
import type { IrrigationProvider } from '../../../domain/sync/irrigation-provider.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import { cutDay } from './cut-day.ts';
import type { IrrigationServices } from './services.ts';

/** Days before today that are read again each time: panels that were offline report late. */
const daysAgain = 2;

export interface FollowedEquipment {
  user: UserSubject;
  equipment: StoredEquipment;
  provider: IrrigationProvider;
  /** How far back a machine is read that is new. */
  months: number;
  hasTime(): boolean;
}

/**
 * Reads the days of a machine, from those that were last read until today. One call brings the history of all of them; a day whose history has water asks for the ground once
 * more, unless nothing of it has changed. False when time was too short.
 */
export async function followEquipment(followed: FollowedEquipment, services: IrrigationServices): Promise<boolean> {
  const { equipment, provider, months, hasTime, user } = followed;
  const { timeZone = 'UTC', turnSeconds } = equipment;
  const now = services.clock.now();
  const today = localDate(now, timeZone);
  const oldest = localDate(monthsBefore(now, months), timeZone);
  const again = equipment.followed && laterDate(equipment.followed.date, -daysAgain);
  const first = again !== undefined && again > oldest ? again : oldest;
  const days = localDays(first, today, timeZone);
  const begins = days[0]?.from ?? now;
  const carried = again === first && equipment.followed?.before ? [equipment.followed.before] : [];
  const rows = [...carried, ...(await provider.history(equipment.providerEquipmentId, begins, now))];
  const passes = passesOf(rows, turnSeconds, now);

  for (const [index, day] of days.entries()) {
    if (!hasTime()) {
      const done = days[index - 1];
      if (done) await noteFollowed(user, equipment, { ...markAt(done.date, rows, days), time: 0 }, services);
      return false;
    }
    const own = passes.flatMap((pass) => clippedPass(pass, day.from, day.to) ?? []);
    if (own.length > 0) await takeOverDay(followed, day, own, rows, now, services);
  }
  await noteFollowed(user, equipment, { ...markAt(today, rows, days), time: now }, services);
  return true;
}

function noteFollowed(
  { ownerId }: UserSubject,
  equipment: StoredEquipment,
  followed: Followed,
  { store }: IrrigationServices,
): Promise<void> {
  return store.putEquipment(ownerId, { ...equipment, followed });
}

/** Where the next round begins: the state before the days that it reads again. */
function markAt(date: string, rows: readonly HistoryRow[], days: readonly LocalDay[]): Omit<Followed, 'time'> {
  const again = laterDate(date, -daysAgain);
  const from = days.find((day) => day.date >= again)?.from ?? 0;
  const before = rows.findLast(({ time }) => time < from);
  return { date, ...(before && { before }) };
}

function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.getTime();
}

/** Makes or replaces the record of a day. */
async function takeOverDay(
  { user, equipment, provider }: FollowedEquipment,
  day: LocalDay,
  passes: readonly Pass[],
  rows: readonly HistoryRow[],
  now: number,
  services: IrrigationServices,
): Promise<void> {
  const { store, derivedId, clock } = services;
  const { ownerId, svcUserId } = user;
  const { id: equipmentId, name, type, providerEquipmentId, timeZone = 'UTC', longitude = 0, latitude = 0 } = equipment;
  const radiusMetres = equipment.wetLengthMetres ?? equipment.lengthMetres;
  const to = Math.min(day.to, now);
  const digest = derivedId(svcUserId, JSON.stringify([passes, radiusMetres, longitude, latitude]));
  const id = irrigationId(derivedId, { svcUserId, equipmentId, date: day.date });
  const before = await store.get(ownerId, svcUserId, id);
  // Flow may be reported later than passes.
  if (before?.digest === digest && !before.isDerived) return;

  const overlay = await services.overlay();
  const wedges = await provider.applied(providerEquipmentId, day.from, to);
  const canDerive = type === 'pivot' && radiusMetres !== undefined;
  const derived = () =>
    canDerive ? piecesOfArcs({ centre: [longitude, latitude], radiusMetres }, wateredArcs(passes)) : [];
  const isDerived = wedges.length === 0;
  const pieces = isDerived ? derived() : overlaidOrNone(wedges, overlay);
  if (!pieces) {
    provider.note(
      `The ground that ${name ?? providerEquipmentId} watered on ${day.date} crosses itself too often, so that it is left out. Tell the provider; it is read again when the day changes.`,
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
  await store.put(ownerId, { record, pieces });
  await cutDay(user, record, services);
}

/** Undefined for shapes that cannot be laid over one another: trying again would not help. */
function overlaidOrNone(shapes: readonly DepthPiece[], overlay: Overlay): DepthPiece[] | undefined {
  try {
    return piecesOfShapes(shapes, overlay);
  } catch (error) {
    if (error instanceof Problem && error.errorKey === 'geometryTooComplex') return undefined;
    throw error;
  }
}
