import type { Followed, StoredEquipment } from '../../../domain/irrigation/irrigation.ts';
import { type LocalDay, laterDate, localDate, localDays } from '../../../domain/irrigation/local-days.ts';
import { clippedPass, type HistoryRow, passesOf } from '../../../domain/irrigation/passes.ts';
import type { IrrigationProvider } from '../../../domain/sync/irrigation-provider.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { IrrigationServices } from './services.ts';
import { takeOverDay } from './take-over-day.ts';

/** Days are independent of one another, and wait for the provider and for the database. */
const daysAtOnce = 4;
/** Days before today that are read again each time: panels that were offline report late. */
const daysAgain = 2;

export interface FollowedEquipment {
  user: UserSubject;
  equipment: StoredEquipment;
  provider: IrrigationProvider;
  /** All machines of the user. */
  machines: readonly StoredEquipment[];
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

  const watered = days.flatMap((day) => {
    const own = passes.flatMap((pass) => clippedPass(pass, day.from, day.to) ?? []);
    return own.length > 0 ? [{ day, passes: own }] : [];
  });
  const stored = await services.store.daysOf(
    user.ownerId,
    user.svcUserId,
    equipment.id,
    watered.map(({ day }) => day.date),
  );
  for (let start = 0; start < watered.length; start += daysAtOnce) {
    if (!hasTime()) {
      const done = watered[start - 1]?.day;
      if (done) await noteFollowed(user, equipment, { ...markAt(done.date, rows, days), time: 0 }, services);
      return false;
    }
    const some = watered.slice(start, start + daysAtOnce);
    const ended = await Promise.allSettled(
      some.map((one) => takeOverDay(followed, { ...one, rows, now, before: stored.get(one.day.date) }, services)),
    );
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
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
