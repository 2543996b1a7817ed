import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../../../domain/machine-files/sets/machine-set.ts';
import { ConversionError, reasonOf } from '../../../boundary-files/conversion.ts';
import { readTaskPrescription } from '../../../prescriptions/read-task-data.ts';
import { type MachineConverter, MachineFileError, type RawSet, rawColumn } from '../../raw-set.ts';
import type { AppendedColumn } from '../../work-database.ts';
import { type Clock, setByTask } from './clock.ts';
import { contradictingDates } from './dates.ts';
import { deviceElements } from './devices.ts';
import { fillFromTimeLogs, firstTime } from './fill-from-time-logs.ts';
import type { Growths } from './growth.ts';
import { markAboveZero } from './logged-column.ts';
import { isoMeaning } from './meaning.ts';
import { isoOrigin } from './origin.ts';
import { markSeeds, productKinds } from './seeds.ts';
import { isoSubjects } from './subjects.ts';
import { elementsOf, readTaskData, type TaskElement } from './task-data.ts';
import { loggedTasks, timeLogs } from './time-logs.ts';

/** Columns of every record, before the logged ones. */
const own = ['Task', 'Time', 'Up'];
const [task, time, up] = [rawColumn(0), rawColumn(1), rawColumn(2)];

/** Reads the time logs of ISO 11783 task data. Each log is read once; a logged value is valid until the next one. */
export const readIso11783: MachineConverter = async (set, work) => {
  const problems: MachineProblem[] = [];
  const taskData = await explained(set.file, () => readTaskData(set.members));
  const tasks = loggedTasks(taskData, set.part?.task);
  const logs = await timeLogs(set, tasks, problems);
  if (logs.length === 0)
    throw new MachineFileError(problems[0] ?? (await plannedZones(set)) ?? nothingLogged(set, taskData));
  const elements = deviceElements(taskData);
  const logged = new Map(
    logs.flatMap(({ header }) => header.values.map((value) => [`${value.ddi} ${value.element}`, value])),
  );
  const names = [...logged].map(([name, { ddi, element }]) => {
    return `${name} ${elements.get(element)?.described.get(ddi)?.label ?? ''}`.trim();
  });
  const columns: AppendedColumn[] = [...own, ...names].map((name) => ({ name, type: 'DOUBLE' }));
  const clock: Clock = {};
  const growths: Growths = new Map();
  const filling = { logs, logged: [...logged.keys()], own: own.length, clock, growths, problems };
  await fillFromTimeLogs({ file: set.file, ...filling }, work);
  for (const log of logs) setByTask(clock, log.element, firstTime(log));
  const inRaw = [...logged.values()].map(({ ddi, element }, index) => {
    return { ddi, element, column: rawColumn(own.length + index) };
  });
  const marked = markSeeds(await markAboveZero(inRaw, work), elements, productKinds(taskData, tasks));
  const source = { file: set.file, tasks, growths, only: set.part?.operationType, isWhole: problems.length === 0 };
  const meaning = await isoMeaning(source, { columns: marked, elements }, work);
  const grids = elementsOf(taskData, 'GRD').length;
  const { crops, ...subjects } = isoSubjects(taskData, tasks, task);
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
    ...isoOrigin(taskData, tasks),
    ...subjects,
    notes: [
      ...meaning.notes,
      ...(clock.from ? [`times were brought to UTC by ${clock.from}`] : []),
      ...(grids > 0 ? [`${grids} grids of prescriptions were passed over`] : []),
    ],
    problems: [...problems, ...meaning.problems, ...(await contradictingDates(set.file, tasks, time, work))],
  });
};

/** Many logs of sprayers and spreaders name no product, and are useful all the same. */
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

function nothingLogged({ file }: MachineSet, taskData: TaskElement): MachineProblem {
  const isEmpty = elementsOf(taskData, 'TSK').length === 0;
  const reason = isEmpty ? 'it holds no tasks' : 'its tasks hold no time logs: nothing was recorded';
  return machineProblem('unreadable', file, { reason });
}

/** What task data without records plans, as a problem; undefined if it plans nothing that can be read. */
async function plannedZones({ file, members }: MachineSet): Promise<MachineProblem | undefined> {
  const main = members['TASKDATA.XML'];
  if (!main) return undefined;
  // Members are named by their place in the folder, whatever the upload calls them.
  const files = Object.entries(members).map(([name, member]) => ({ ...member, name }));
  try {
    const { column, unit, grounds } = await readTaskPrescription(files, { ...main, name: 'TASKDATA.XML' }, undefined);
    const values = grounds.map(({ rate }) => rate);
    const [min, max] = [
      values.reduce((a, b) => Math.min(a, b), Infinity),
      values.reduce((a, b) => Math.max(a, b), -Infinity),
    ];
    const rates = values.length > 0 ? [{ column, min, max, ...(unit && { unit }) }] : [];
    return machineProblem('prescription', file, { rates, count: grounds.length, what: 'zones' });
  } catch {
    // The caller says that nothing was recorded, which is true of damaged plans too.
    return undefined;
  }
}
