import { type MachineProblem, machineProblem } from '../../../../domain/machine-files/problem.ts';
import type { WorkDatabase } from '../../work-database.ts';
import { elementsOf, type TaskElement } from './task-data.ts';
import type { LoggedTask } from './time-logs.ts';

/** Zones, and work past midnight. */
const usualDays = 2 * 86_400_000;
/** Clocks that were never set are before; a problem of their own. */
const everSet = Date.UTC(1990, 0, 1);

/**
 * A problem if the records of tasks are days before or after the times that the tasks have.
 *
 * @param time the column of `raw` with the machine's time in milliseconds since 1970.
 */
export async function contradictingDates(
  file: string,
  tasks: LoggedTask[],
  time: string,
  work: WorkDatabase,
): Promise<MachineProblem[]> {
  const stated = tasks
    .flatMap(({ task }) => elementsOf(task, 'TIM').filter(isDone))
    .flatMap(({ attributes: { A = '', B = '' } }) => [Date.parse(A.slice(0, 19)), Date.parse(B.slice(0, 19))])
    .filter((moment) => moment > everSet);
  const [records] = await work.rows<{ first: number | null; last: number | null }>(
    `select min(${time}) as first, max(${time}) as last from raw where ${time} > ${everSet}`,
  );
  if (stated.length === 0 || !records?.first || !records.last) return [];
  const [first, last] = [Number(records.first), Number(records.last)];
  const [from, to] = [Math.min(...stated), Math.max(...stated)];
  if (first <= to + usualDays && last >= from - usualDays) return [];
  return [
    machineProblem('contradictingDates', file, {
      found: period(first, last),
      stated: period(from, to),
      by: 'the times of the task are',
      used: 'The dates of the records were used.',
    }),
  ];
}

/** Whether a time element is of work that was done; 1 is planned. */
export function isDone({ attributes }: TaskElement): boolean {
  return attributes.D !== '1';
}

function period(from: number, to: number): string {
  const [first, last] = [from, to].map((time) => new Date(time).toISOString().slice(0, 10));
  return first === last ? `${first}` : `${first} to ${last}`;
}
