/** A pivot of the South Carolina survey. Of a part circle it is not known where it begins. */
export interface RealPivot {
  id: string;
  longitude: number;
  latitude: number;
  /** Metres. */
  wetLength: number;
  /** Of the circle, which the machine waters. */
  degrees: number;
}

const hour = 3_600_000;
const day = 24 * hour;
const daysApart = 5;
const runs = 10;

/** The system of a pivot at FieldNET's sandbox: a turn takes six to twenty hours, and every fifth panel reports no water. */
export function systemOf({ id, longitude, latitude, wetLength }: RealPivot, index: number) {
  return {
    ...{ name: id, type: 'pivot', subtype: 'standard', longitude, latitude, length: wetLength, wetLength },
    ...{ turnSeconds: (6 + ((index * 5) % 15)) * 3600, hasFlow: index % 5 !== 4 },
  };
}

/** Ten runs of a pivot in fifty days, which end before `now`: turns over midnight, several in a day, to and fro, over north, with a change of depth on the way. */
export function rowsOf(pivot: RealPivot, index: number, turnSeconds: number, now: number) {
  const first = Math.floor(now / day) * day - (daysApart * runs + 2) * day;
  return Array.from({ length: runs }, (_, run) => {
    const at = first + (run * daysApart + (index % daysApart)) * day + (5 + ((index * 7 + run * 3) % 18)) * hour;
    return legsOf(pivot, index, run).reduce(
      ({ rows, time, position }, { sweep, rate, millimetres }) => {
        const row = {
          ...{ timestamp: new Date(time).toISOString(), is_irrigating: true, is_moving: true },
          ...{ direction: sweep < 0 ? 'reverse' : 'forward', position: within(position), rate },
          depth: millimetres / 1000,
        };
        const took = Math.round(((Math.abs(sweep) / 360) * turnSeconds * 1000) / rate);
        return { rows: [...rows, row], time: time + took, position: position + sweep };
      },
      { rows: [] as object[], time: at, position: beginOf(index) },
    );
  }).flatMap(({ rows, time, position }) => {
    const still = { is_irrigating: false, is_moving: false, direction: 'stopped', depth: null, rate: 0 };
    return [...rows, { timestamp: new Date(time).toISOString(), position: within(position), ...still }];
  });
}

const beginOf = (index: number) => (index * 47 + 355) % 360;

/** What a pivot does in a run, in degrees from where it is; less than two days at the slowest. */
function legsOf(
  { degrees }: RealPivot,
  index: number,
  run: number,
): { sweep: number; rate: number; millimetres: number }[] {
  const millimetres = 4 + ((index * 3 + run) % 9);
  const leg = (sweep: number, rate = 0.5 + (run % 3) / 4, more = 0) => ({
    sweep,
    rate,
    millimetres: millimetres + more,
  });
  if (degrees < 360) return [leg(degrees * 0.7), leg(-degrees * 0.4), leg(degrees * 0.5, 1, 3)];
  const kinds = [[leg(360)], [leg(830, 1)], [leg(200), leg(-150)], [leg(11.5), leg(70, 0.5, 2.5)], [leg(-400, 0.8)]];
  return kinds[(index + run) % kinds.length] ?? [];
}

const within = (degrees: number) => ((degrees % 360) + 360) % 360;
