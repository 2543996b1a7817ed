import type { MachineSet } from '../../../../domain/machine-files/machine-set.ts';
import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import { ConversionError, reasonOf } from '../../../geo/conversion.ts';
import { type MachineConverter, MachineFileError, type RawSet, rawColumn } from '../../raw-set.ts';
import type { AppendedColumn } from '../../work-database.ts';
import { type Clock, tellByTask } from './clock.ts';
import { deviceElements } from './devices.ts';
import { fillFromTimeLogs, firstTime, type TimeLog } from './fill-from-time-logs.ts';
import { tellingColumns } from './logged-column.ts';
import { isoMeaning } from './meaning.ts';
import { isoOrigin, isoSubjects } from './origin.ts';
import { elementsOf, readTaskData, readTimeLogHeader, type TaskElement } from './task-data.ts';

/** What every record has, before what was logged. */
const own = ['Task', 'Time', 'Up'];
const [task, time, up] = [rawColumn(0), rawColumn(1), rawColumn(2)];

/** Reads the time logs of ISO 11783 task data. Each log is read once, and what was logged last holds until the next value. */
export const readIso11783: MachineConverter = async (set, work) => {
  const problems: MachineProblem[] = [];
  const taskData = await explained(set.file, () => readTaskData(set.members));
  const logs = await timeLogs(set, taskData, problems);
  const elements = deviceElements(taskData);
  const logged = new Map(
    logs.flatMap(({ header }) => header.values.map((value) => [`${value.ddi} ${value.element}`, value])),
  );
  const names = [...logged].map(([name, { ddi, element }]) => {
    return `${name} ${elements.get(element)?.described.get(ddi)?.label ?? ''}`.trim();
  });
  const columns: AppendedColumn[] = [...own, ...names].map((name) => ({ name, type: 'DOUBLE' }));
  const clock: Clock = {};
  await fillFromTimeLogs({ file: set.file, logs, logged: [...logged.keys()], own: own.length, clock, problems }, work);
  for (const log of logs) tellByTask(clock, log.element, firstTime(log));
  const inRaw = [...logged.values()].map(({ ddi, element }, index) => {
    return { ddi, element, column: rawColumn(own.length + index) };
  });
  const meaning = await isoMeaning(set.file, { columns: await tellingColumns(inRaw, work), elements }, work);
  const grids = elementsOf(taskData, 'GRD').length;
  const { crops, ...subjects } = isoSubjects(taskData, task);
  return withProduct({
    ...meaning,
    values: [
      ...meaning.values,
      { property: 'elevation', sql: `nullif(${up}, 0)`, unit: 'm' },
      ...(crops ? [{ property: 'crop' as const, sql: crops }] : []),
    ],
    columns,
    time:
      clock.ahead === undefined
        ? { sql: `epoch_ms(${time}::bigint)`, zone: 'local' }
        : { sql: `epoch_ms((${time} - ${clock.ahead})::bigint)`, zone: 'utc' },
    ...isoOrigin(taskData),
    ...subjects,
    notes: [
      ...meaning.notes,
      ...(clock.from ? [`times were brought to UTC by ${clock.from}`] : []),
      ...(grids > 0 ? [`${grids} grids of prescriptions were passed over`] : []),
    ],
    problems: [...problems, ...meaning.problems],
  });
};

/** Many logs of sprayers and spreaders name no product, and are of use all the same. */
function withProduct(raw: RawSet): RawSet {
  if (raw.operationType !== 'applied' || raw.product || raw.productColumn) return raw;
  const notes = [...raw.notes, 'the tasks name no product, so that it is called unknown'];
  return { ...raw, product: { name: 'unknown', tankMix: false, parts: [] }, notes };
}

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
      const stated = Number(attributes.B ?? 0);
      if (binary.bytes < stated) {
        const by = `the task data, of the time log ${name},`;
        problems.push(
          machineProblem('lessThanStated', set.file, { read: binary.bytes, expected: stated, what: 'bytes', by }),
        );
      }
      try {
        logs.push({ name, task, element, path: binary.path, header: await readTimeLogHeader(description) });
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
