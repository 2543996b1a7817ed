import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import {
  effectiveTime,
  type IsoAmount,
  isoTotals,
  seedTotals,
} from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import type { StatedTotal } from '../../checks/stated-total.ts';
import { isDone } from './dates.ts';
import type { Growths } from './growth.ts';
import { type Logged, type LoggedColumn, topmost } from './logged-column.ts';
import { elementsOf, type TaskElement } from './task-data.ts';
import type { LoggedTask } from './time-logs.ts';

/** A total of an element by one source, with its readings in steps of the data dictionary. */
type Total = Pick<LoggedColumn, 'ddi' | 'element'> & { readings: number[] };

/** What is compared with the points. */
const compared: Record<number, Omit<IsoAmount, 'property'> & Pick<StatedTotal, 'property'>> = {
  ...isoTotals,
  [effectiveTime]: { property: 'time', unit: 's', scale: 1 },
};

/** Totals since the machine was made: their growth counts, not what a task writes of them. */
const lifetime = (ddi: number) => ddi >= 266 && ddi <= 325;

/** What terminals write if there is no value. */
const largest = 2_147_483_647;

/**
 * The totals that task data states: those of its tasks (TIM), and the growth of the counters in its logs.
 *
 * @param logged the values of one kind of work; other devices are passed over.
 */
export function statedTotals(
  tasks: LoggedTask[],
  growths: Growths,
  logged: Logged,
  operation: OperationType,
): StatedTotal[] {
  const counters = [...growths].map(([name, { increases, ranges }]): Total => {
    const [ddi, element = ''] = name.split(' ');
    return { ddi: Number(ddi), element, readings: [increases, ranges] };
  });
  return [
    ...statedBy('the totals of the task say', totalsOfTasks(tasks), logged, operation),
    ...statedBy('the counters of the machine say', counters, logged, operation),
  ];
}

function totalsOfTasks(tasks: LoggedTask[]): Total[] {
  const totals = new Map<string, Total>();
  for (const { task } of tasks) {
    for (const [name, written] of writtenIn(task)) {
      const [ddi, element = ''] = name.split(' ');
      const before = totals.get(name)?.readings ?? [0, 0];
      // Of the task so far in each part, or of the part alone.
      const [soFar, apart] = [Math.max(...written), written.reduce((sum, value) => sum + value, 0)];
      totals.set(name, { ddi: Number(ddi), element, readings: [(before[0] ?? 0) + soFar, (before[1] ?? 0) + apart] });
    }
  }
  return [...totals.values()].filter(({ ddi }) => !lifetime(ddi));
}

/** The values of a task's time elements by `<DDI> <element>`. */
function writtenIn(task: TaskElement): Map<string, number[]> {
  const written = new Map<string, number[]>();
  for (const { attributes } of elementsOf(task, 'TIM')
    .filter(isDone)
    .flatMap((time) => elementsOf(time, 'DLV'))) {
    const name = `${Number.parseInt(attributes.A ?? '', 16)} ${attributes.C ?? ''}`;
    const value = Number(attributes.B || Number.NaN);
    if (value >= 0 && value < largest) written.set(name, [...(written.get(name) ?? []), value]);
  }
  return written;
}

function statedBy(by: string, totals: Total[], logged: Logged, operation: OperationType): StatedTotal[] {
  const devices = new Set(logged.columns.map(({ element }) => logged.elements.get(element)?.device));
  const stated: StatedTotal[] = [];
  for (const [ddi, amount] of Object.entries(compared)) {
    const own = totals.filter(({ element, ...total }) => {
      const device = logged.elements.get(element)?.device;
      return total.ddi === Number(ddi) && (device === undefined || devices.has(device));
    });
    const isSeed = operation === 'planted' && ddi in seedTotals && !own.some((total) => isOther(total, logged));
    const { property, unit, scale, operation: of } = isSeed ? (seedTotals[Number(ddi)] ?? amount) : amount;
    const isKnown = stated.some((other) => other.property === property && other.unit === unit);
    if ((of !== undefined && of !== operation) || isKnown) continue;
    const columns = topmost(
      own.map((total) => ({ ...total, column: '', isAboveZero: true, isSeed })),
      logged,
    );
    const readings = own.filter(({ element }) => columns.some((column) => column.element === element));
    const values = [0, 1].map((reading) => {
      const parts = readings.map((total) => (total.readings[reading] ?? 0) * scale);
      // Machines side by side count the same ground and time; tanks and rows have their own amounts.
      return property === 'area' || property === 'time'
        ? Math.max(0, ...parts)
        : parts.reduce((sum, value) => sum + value, 0);
    });
    if (values.some((value) => value > 0)) stated.push({ property, unit, values, by });
  }
  return stated;
}

/** Whether an element logs amounts of something other than seed. */
function isOther({ ddi, element }: Total, { columns }: Logged): boolean {
  return columns.some((column) => column.element === element && column.ddi === ddi && !column.isSeed);
}
