import type { MachineSet } from '../../../domain/machine-files/machine-set.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { ConversionError, reasonOf } from '../../geo/conversion.ts';
import { type MachineConverter, MachineFileError } from '../raw-set.ts';
import { readTimeLog, type TimeLogHeader } from '../rows/time-log.ts';
import { type AppendedColumn, type ColumnValues, rowsAtOnce, type WorkDatabase } from '../work-database.ts';
import { isoMeaning } from './iso-meaning.ts';
import { isoOrigin } from './iso-origin.ts';
import { elementsOf, readTaskData, readTimeLogHeader, type TaskElement } from './task-data.ts';

interface TimeLog {
  name: string;
  task: number;
  path: string;
  header: TimeLogHeader;
}

const own = ['Task', 'Time', 'Up'];

/** Reads the time logs of ISO 11783 task data. Each log is read once, and what was logged last holds until the next value. */
export const readIso11783: MachineConverter = async (set, work) => {
  const problems: MachineProblem[] = [];
  const taskData = await explained(set.file, () => readTaskData(set.members));
  const logs = await timeLogs(set, taskData, problems);
  const logged = [
    ...new Set(logs.flatMap(({ header }) => header.values.map(({ ddi, element }) => `${ddi} ${element}`))),
  ];
  const columns: AppendedColumn[] = [...own, ...logged].map((name) => ({ name, type: 'DOUBLE' }));
  await fill(logs, logged, columns, work, problems);
  const meaning = await isoMeaning(set.file, logged, own.length, work);
  const grids = elementsOf(taskData, 'GRD').length;
  return {
    ...meaning,
    columns,
    time: { sql: 'epoch_ms(c1::bigint)', zone: 'local' },
    ...isoOrigin(taskData),
    notes: [...meaning.notes, ...(grids > 0 ? [`${grids} grids of prescriptions were passed over`] : [])],
    problems,
  };
};

async function explained<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const reason = error instanceof ConversionError ? error.problem.message.replace(/\.$/, '') : reasonOf(error);
    throw new MachineFileError(machineProblem('unreadable', file, { reason }), { cause: error });
  }
}

/** The time logs of all tasks. One without its files is a problem of its own, and the others are read. */
async function timeLogs(set: MachineSet, taskData: TaskElement, problems: MachineProblem[]): Promise<TimeLog[]> {
  const logs: TimeLog[] = [];
  const tasks = elementsOf(taskData, 'TSK');
  for (const [task, element] of tasks.entries()) {
    for (const { attributes } of elementsOf(element, 'TLG')) {
      const name = attributes.A ?? '';
      const description = set.members[`${name.toUpperCase()}.XML`];
      const binary = set.members[`${name.toUpperCase()}.BIN`];
      const lost = (what: string) => problems.push(machineProblem('damagedPart', set.file, { what }));
      if (!description || !binary) {
        lost(`the time log ${name} has no ${description ? '.bin' : '.xml'} file`);
        continue;
      }
      try {
        logs.push({ name, task, path: binary.path, header: await readTimeLogHeader(description) });
      } catch (error) {
        lost(`the description of the time log ${name} cannot be read: ${reasonOf(error)}`);
      }
    }
  }
  if (logs.length > 0) return logs;
  const what = tasks.length === 0 ? 'it holds no tasks' : 'its tasks hold no time logs: nothing was recorded';
  throw problems[0]
    ? new MachineFileError(problems[0])
    : new MachineFileError(machineProblem('unreadable', set.file, { reason: what }));
}

async function fill(
  logs: TimeLog[],
  logged: string[],
  columns: AppendedColumn[],
  work: WorkDatabase,
  problems: MachineProblem[],
): Promise<void> {
  const places: AppendedColumn[] = ['row', 'lon', 'lat'].map((name) => ({ name, type: 'DOUBLE' }));
  const named = columns.map(({ type }, index) => ({ name: `c${index}`, type }));
  const runs = function* (): Generator<ColumnValues[]> {
    let row = 0;
    const newRun = () => [...places, ...named].map(() => new Float64Array(rowsAtOnce).fill(Number.NaN));
    let run = newRun();
    let filled = 0;
    for (const { name, task, path, header } of logs) {
      const values = new Float64Array(header.values.length);
      const targets = header.values.map(({ ddi, element }) => logged.indexOf(`${ddi} ${element}`) + 3 + own.length);
      const records = readTimeLog(path, header, values);
      for (let next = records.next(); ; next = records.next()) {
        if (next.done) {
          if (next.value > 0) problems.push(cutOff(name, next.value));
          break;
        }
        const { longitude, latitude, time, up, status } = next.value;
        const hasPlace = status > 0 && status < 14 && (longitude !== 0 || latitude !== 0);
        const fixed = [row, hasPlace ? longitude : Number.NaN, hasPlace ? latitude : Number.NaN, task, time, up];
        for (const [index, value] of fixed.entries()) put(run, index, filled, value);
        for (const [index, value] of values.entries()) put(run, targets[index] ?? 0, filled, value);
        row++;
        if (++filled < rowsAtOnce) continue;
        yield run;
        run = newRun();
        filled = 0;
      }
    }
    yield run.map((column) => column.subarray(0, filled));
  };
  await work.fill('raw', [...places, ...named], runs());
}

function put(run: Float64Array[], column: number, row: number, value: number): void {
  const target = run[column];
  if (target) target[row] = value;
}

function cutOff(name: string, bytes: number): MachineProblem {
  return machineProblem('damagedPart', name, {
    what: `the last ${bytes} bytes of the time log ${name} make no record`,
  });
}
