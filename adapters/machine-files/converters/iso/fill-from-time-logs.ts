import { statSync } from 'node:fs';
import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import { rawColumn } from '../../raw-set.ts';
import { readTimeLog } from '../../rows/time-log.ts';
import { type AppendedColumn, type ColumnValues, rowsAtOnce, type WorkDatabase } from '../../work-database.ts';
import { type Clock, setByGps } from './clock.ts';
import { followCounters, type Growths } from './growth.ts';
import type { TimeLog } from './time-logs.ts';
import { newTrack, type Track, trackStep } from './track.ts';

interface Logs {
  /** The name of the set. */
  file: string;
  logs: TimeLog[];
  /** Values that any of the logs has, as `<DDI> <element>`, in the order of the columns. */
  logged: string[];
  /** Number of columns before those of `logged`. */
  own: number;
  clock: Clock;
  growths: Growths;
  problems: MachineProblem[];
}

/**
 * Derived columns of `raw`: the log of a record, and its step from the record before in that log: metres, seconds,
 * degrees.
 */
const steps = ['log', 'moved', 'since', 'towards'];
const headingColumn = 3 + steps.indexOf('towards');

/** Fills `raw` with the records of all logs, one log after the other, in bounded memory. */
export async function fillFromTimeLogs(
  { file, logs, logged, own, clock, growths, problems }: Logs,
  work: WorkDatabase,
): Promise<void> {
  const fixed = ['row', 'lon', 'lat', ...steps];
  const sources = Array.from({ length: own + logged.length }, (_, index) => rawColumn(index));
  const columns: AppendedColumn[] = [...fixed, ...sources].map((name) => ({ name, type: 'DOUBLE' }));
  const indexes = new Map(logged.map((name, index) => [name, index + fixed.length + own]));
  const runs = function* (): Generator<ColumnValues[]> {
    const newRun = () => columns.map(() => new Float64Array(rowsAtOnce).fill(Number.NaN));
    let [run, filled, row] = [newRun(), 0, 0];
    for (const [log, { name, task, path, header }] of logs.entries()) {
      const values = new Float64Array(header.values.length);
      const targets = header.values.map(({ ddi, element }) => indexes.get(`${ddi} ${element}`));
      const track: Track = newTrack();
      const counters = followCounters(header, values, growths);
      let begun = filled;
      const records = readTimeLog(path, header, values);
      for (let next = records.next(); ; next = records.next()) {
        if (next.done) {
          counters.end();
          if (next.value > 0) problems.push(cutOff(file, name, next.value, statSync(path).size));
          break;
        }
        const { longitude, latitude, time, up, status, gpsTime } = next.value;
        const hasLocation = status !== noFix && status !== badFix && (longitude !== 0 || latitude !== 0);
        const [lon, lat] = hasLocation ? [longitude, latitude] : [Number.NaN, Number.NaN];
        const { moved, since, towards } = trackStep(track, time, lon, lat);
        counters.next();
        setByGps(clock, time, gpsTime);
        const fixed = [row, lon, lat, log, moved, since, towards, task, time, up];
        // Tens of values in each of millions of records: plain loops are measurably faster here.
        for (let index = 0; index < fixed.length; index++) put(run, index, filled, fixed[index]);
        for (let index = 0; index < values.length; index++) put(run, targets[index], filled, values[index]);
        // Until it moves, a machine has the heading of its first movement.
        if (!Number.isNaN(towards)) {
          for (; begun < filled; begun++) put(run, headingColumn, begun, towards);
          begun = rowsAtOnce;
        }
        row++;
        if (++filled < rowsAtOnce) continue;
        yield run;
        [run, filled, begun] = [newRun(), 0, Number.isNaN(track.towards) ? 0 : rowsAtOnce];
      }
    }
    yield run.map((column) => column.subarray(0, filled));
  };
  await work.fill('raw', columns, runs());
}

/** Position states. 15 means that the machine does not know the state; such positions are accepted. */
const [noFix, badFix] = [0, 14];

function put(run: Float64Array[], column: number | undefined, row: number, value: number | undefined): void {
  const target = column === undefined ? undefined : run[column];
  if (target && value !== undefined) target[row] = value;
}

function cutOff(file: string, log: string, lost: number, bytes: number): MachineProblem {
  return machineProblem('damagedPart', file, {
    what: `${lost} of the ${bytes} bytes of the time log ${log} make no records`,
  });
}

/** The start of a log in the machine's time; NaN for an empty one. */
export function firstTime({ path, header }: TimeLog): number {
  const records = readTimeLog(path, header, new Float64Array(header.values.length));
  const first = records.next();
  records.return(0);
  return first.done ? Number.NaN : first.value.time;
}
