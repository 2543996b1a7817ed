import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import type { MachineSet } from '../../../../domain/machine-files/sets/machine-set.ts';
import { reasonOf } from '../../../boundary-files/conversion.ts';
import type { TimeLogHeader } from '../../rows/time-log-record.ts';
import { elementsOf, readTimeLogHeader, type TaskElement } from './task-data.ts';

export interface TimeLog {
  name: string;
  /** Index of its task, and the task. */
  task: number;
  element: TaskElement;
  path: string;
  header: TimeLogHeader;
}

/** A task with time logs. */
export interface LoggedTask {
  /** Its index among all tasks of the task data. */
  index: number;
  task: TaskElement;
}

/** The tasks with time logs: all of them, or the one with an index. */
export function loggedTasks(root: TaskElement, only?: number): LoggedTask[] {
  const tasks = elementsOf(root, 'TSK').map((task, index) => ({ task, index }));
  return tasks.filter(
    ({ task, index }) => (only === undefined || index === only) && elementsOf(task, 'TLG').length > 0,
  );
}

/** The files of a time log that exist. */
export function logFiles({ members }: Pick<MachineSet, 'members'>, name: string) {
  return { description: members[`${name.toUpperCase()}.XML`], binary: members[`${name.toUpperCase()}.BIN`] };
}

/** The time logs of tasks. A log without its files is a problem, and the others are read. */
export async function timeLogs(set: MachineSet, tasks: LoggedTask[], problems: MachineProblem[]): Promise<TimeLog[]> {
  const logs: TimeLog[] = [];
  for (const { index: task, task: element } of tasks) {
    for (const { attributes } of elementsOf(element, 'TLG')) {
      const name = attributes.A ?? '';
      const { description, binary } = logFiles(set, name);
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
  return logs;
}
