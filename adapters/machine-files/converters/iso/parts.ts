import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import type { MachineSet, SetPart } from '../../../../domain/machine-files/sets/machine-set.ts';
import { readTimeLog } from '../../rows/time-log.ts';
import { type DeviceElement, deviceElements } from './devices.ts';
import { loggedOperations } from './kinds.ts';
import type { LoggedColumn } from './logged-column.ts';
import { markSeeds, productKinds } from './seeds.ts';
import { subjectOf } from './subjects.ts';
import { elementsOf, readTaskData, type TaskElement } from './task-data.ts';
import { type LoggedTask, logFiles, loggedTasks, type TimeLog, timeLogs } from './time-logs.ts';

/**
 * Splits task data into a set for each task with logs and each kind of work in them. Task data with one piece of work
 * is returned unchanged, and so is unreadable task data, whose converter reports the reason.
 */
export async function isoParts(set: MachineSet): Promise<MachineSet[]> {
  const root = await readTaskData(set.members).catch(() => undefined);
  if (!root) return [set];
  const elements = deviceElements(root);
  const parts: MachineSet[] = [];
  for (const task of loggedTasks(root)) {
    const kinds = await kindsOf(set, root, task, elements);
    // A part without a kind of work reports the reason itself.
    for (const kind of kinds.length > 1 ? kinds : [kinds[0]]) parts.push(partOf(set, root, task, kind));
  }
  return parts.length > 1 ? parts : [set];
}

async function kindsOf(
  set: MachineSet,
  root: TaskElement,
  task: LoggedTask,
  elements: Map<string, DeviceElement>,
): Promise<OperationType[]> {
  const logs = await timeLogs(set, [task], []);
  const columns = new Map<string, Omit<LoggedColumn, 'isSeed'>>();
  for (const column of logs.flatMap(columnsOf)) {
    const name = `${column.ddi} ${column.element}`;
    columns.set(name, { ...column, isAboveZero: column.isAboveZero || columns.get(name)?.isAboveZero === true });
  }
  return loggedOperations({
    columns: markSeeds([...columns.values()], elements, productKinds(root, [task])),
    elements,
  });
}

/** The columns of a log, and which of them are above zero in any record. */
function columnsOf({ path, header }: TimeLog): Omit<LoggedColumn, 'isSeed'>[] {
  const values = new Float64Array(header.values.length);
  const isAboveZero = header.values.map(() => false);
  let open = isAboveZero.length;
  const records = readTimeLog(path, header, values);
  for (let next = records.next(); !next.done && open > 0; next = records.next()) {
    for (let index = 0; index < values.length; index++) {
      if (isAboveZero[index] || !((values[index] ?? 0) > 0)) continue;
      isAboveZero[index] = true;
      open--;
    }
  }
  records.return(0);
  return header.values.map(({ ddi, element }, index) => ({
    ddi,
    element,
    column: '',
    isAboveZero: isAboveZero[index] === true,
  }));
}

/** One piece of work, with the files that it needs. */
function partOf(
  set: MachineSet,
  root: TaskElement,
  { task, index }: LoggedTask,
  operationType: OperationType | undefined,
): MachineSet {
  const { A: taskId = '', B: taskName } = task.attributes;
  const part: SetPart = { task: index, taskId, ...(taskName && { taskName }), ...(operationType && { operationType }) };
  const logs = new Set(elementsOf(task, 'TLG').map(({ attributes }) => (attributes.A ?? '').toUpperCase()));
  const all = new Set(elementsOf(root, 'TLG').map(({ attributes }) => (attributes.A ?? '').toUpperCase()));
  const members = Object.fromEntries(
    Object.entries(set.members).filter(([name]) => {
      const stem = name.replace(/\.[^.]*$/, '');
      return name.endsWith('.XML') ? logs.has(stem) || !all.has(stem) : name.endsWith('.BIN') && logs.has(stem);
    }),
  );
  const own = new Set(Object.values(members).map(({ name }) => name));
  const of = [...logs].flatMap((name) => Object.values(logFiles(set, name)).filter((file) => file !== undefined));
  return {
    ...set,
    members,
    part,
    content: { of, text: JSON.stringify([task, subjectOf(root, task), operationType]) },
    problems: set.problems.filter(({ file }) => own.has(file)),
  };
}
