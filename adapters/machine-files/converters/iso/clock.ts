import type { TaskElement } from './task-data.ts';

const day = 86_400_000;
/** Every zone is a multiple of a quarter of an hour from UTC. */
const quarter = 900_000;
/**
 * Maximum difference in milliseconds between the start of a log and its time element (TIM), caused by the start of the
 * machine.
 */
const startTolerance = 120_000;

/** The offset of a machine's clock from UTC in milliseconds, if its logs or tasks show it. */
export interface Clock {
  ahead?: number;
  /** Its source, as a clause. */
  from?: string;
}

/** Sets the clock by the GPS time in a record. */
export function setByGps(clock: Clock, time: number, gpsTime: number): void {
  if (clock.from === byGps || !(gpsTime >= 0 && gpsTime < day)) return;
  const difference = (((time - gpsTime) % day) + day) % day;
  const ahead = Math.round(difference / quarter) * quarter;
  // From 12 hours behind to 14 ahead of UTC.
  clock.ahead = ahead > 14 * 4 * quarter ? ahead - day : ahead;
  clock.from = byGps;
}

const byGps = 'the time of the satellites in its logs';

/** Sets the clock by a task's time that names a zone and agrees with the log. */
export function setByTask(clock: Clock, task: TaskElement, firstTime: number): void {
  if (clock.from !== undefined) return;
  for (const { tag, attributes } of task.children) {
    const written = tag === 'TIM' ? /^(.+?)(Z|([+-])(\d\d):?(\d\d))$/.exec(attributes.A ?? '') : null;
    if (!written) continue;
    const [, wall = '', , sign, hours = '0', minutes = '0'] = written;
    if (!(Math.abs(Date.parse(`${wall}Z`) - firstTime) <= startTolerance)) continue;
    clock.ahead = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
    clock.from = 'the zone of its tasks';
    return;
  }
}
