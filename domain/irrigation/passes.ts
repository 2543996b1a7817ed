/** A change of the state of a pivot, which holds until the next one. */
export interface HistoryRow {
  /** Milliseconds since 1970. */
  time: number;
  isIrrigating: boolean;
  isMoving: boolean;
  isReverse: boolean;
  /** Degrees clockwise from north. A counter may go on above 360. */
  position?: number | undefined;
  /** The water of one pass. */
  depthMillimetres?: number | undefined;
  /** Part of the full speed, from 0 to 1. */
  rate?: number | undefined;
}

/** What a pivot waters without a change: an arc that may be longer than a turn. */
export interface Pass {
  /** Milliseconds since 1970. */
  startTime: number;
  endTime: number;
  /** The bearing at which it began, in degrees clockwise from north. */
  start: number;
  /** Degrees, clockwise if positive. */
  sweep: number;
  depthMillimetres?: number | undefined;
}

/**
 * The passes of a history. Positions say where a pass ended; how often it went around on the way follows from its speed and its time, or from a counter that goes on
 * above 360. A pass that is still under way lasts until `now`, as far as its speed is known.
 *
 * @param turnSeconds of one turn at full speed, where that is known.
 */
export function passesOf(rows: readonly HistoryRow[], turnSeconds: number | undefined, now: number): Pass[] {
  return rows.flatMap((row, index) => {
    const next = rows[index + 1];
    const endTime = Math.min(next?.time ?? now, now);
    if (!row.isIrrigating || !row.isMoving || row.position === undefined || endTime <= row.time) return [];
    const degrees = sweptDegrees(row, next?.position, expectedDegrees(row, endTime, turnSeconds));
    if (degrees === undefined || degrees <= 0) return [];
    return [
      {
        startTime: row.time,
        endTime,
        start: row.position,
        sweep: row.isReverse ? -degrees : degrees,
        depthMillimetres: row.depthMillimetres,
      },
    ];
  });
}

function expectedDegrees(
  { time, rate }: HistoryRow,
  endTime: number,
  turnSeconds: number | undefined,
): number | undefined {
  if (rate === undefined || rate <= 0 || turnSeconds === undefined || turnSeconds <= 0) return undefined;
  return ((endTime - time) / 1000 / turnSeconds) * rate * 360;
}

function sweptDegrees(
  { position = 0, isReverse }: HistoryRow,
  reached: number | undefined,
  expected: number | undefined,
): number | undefined {
  if (reached === undefined) return expected;
  const raw = isReverse ? position - reached : reached - position;
  if (raw >= 360) return raw;
  const once = within(raw);
  if (expected === undefined) return once;
  // Nearest to what its speed says. A position that went back by the width of a sensor's error is no turn.
  return Math.max(0, once + 360 * Math.round((expected - once) / 360));
}

/** The part of a pass between two times. Its water is spread evenly over its time; undefined if there is none. */
export function clippedPass(pass: Pass, from: number, to: number): Pass | undefined {
  const [startTime, endTime] = [Math.max(pass.startTime, from), Math.min(pass.endTime, to)];
  if (endTime <= startTime) return undefined;
  const perMillisecond = pass.sweep / (pass.endTime - pass.startTime);
  return {
    ...pass,
    startTime,
    endTime,
    start: pass.start + (startTime - pass.startTime) * perMillisecond,
    sweep: (endTime - startTime) * perMillisecond,
  };
}

/** Milliseconds between two times in which a pivot moved or gave water. */
export function runningMilliseconds(rows: readonly HistoryRow[], from: number, to: number): number {
  return rows.reduce((sum, { time, isIrrigating, isMoving }, index) => {
    if (!isIrrigating && !isMoving) return sum;
    return sum + Math.max(0, Math.min(rows[index + 1]?.time ?? to, to) - Math.max(time, from));
  }, 0);
}

/** A bearing from 0 to less than 360. */
export function within(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
