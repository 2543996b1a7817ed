/** A change of the clocks of a zone. Offsets are milliseconds ahead of UTC. */
export interface ClockChange {
  /** In UTC. */
  at: number;
  before: number;
  after: number;
}

/** The clocks of a zone in a time. */
export interface ZoneClock {
  /** At its beginning. */
  ahead: number;
  /** In the order of time. */
  changes: ClockChange[];
}

const day = 86_400_000;
/** Clocks are not changed twice within a week. */
const step = 7 * day;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * How far the clocks of a zone are ahead of UTC between two moments, and when they are changed.
 *
 * @param zone an IANA name.
 * @example clocksOf('America/Chicago', Date.UTC(2024, 10, 1), Date.UTC(2024, 10, 8)).changes.length // 1, on 3 November at 7:00 UTC
 */
export function clocksOf(zone: string, from: number, to: number): ZoneClock {
  const changes: ClockChange[] = [];
  const first = aheadAt(zone, from);
  for (let [at, before] = [from, first]; at < to; ) {
    const next = Math.min(at + step, to);
    const after = aheadAt(zone, next);
    if (after !== before) changes.push({ at: momentOf(zone, before, at, next), before, after });
    [at, before] = [next, after];
  }
  return { ahead: first, changes };
}

/** The minute in which clocks stop being so far ahead. */
function momentOf(zone: string, ahead: number, from: number, to: number): number {
  let [before, after] = [from, to];
  while (after - before > 60_000) {
    const middle = Math.floor((before + after) / 2);
    if (aheadAt(zone, middle) === ahead) before = middle;
    else after = middle;
  }
  return Math.floor(after / 60_000) * 60_000;
}

function aheadAt(zone: string, at: number): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return local - Math.floor(at / 1000) * 1000;
}
