import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import {
  isoEntries,
  isoFlows,
  isoTotals,
  seedEntries,
  seedFlows,
  seedTotals,
  workState,
} from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import type { Logged, LoggedColumn } from './logged-column.ts';

/** Of the classes of devices: primary and secondary tillage, which may log nothing but that they work. */
const tillers = [2, 3];

/** The kinds of work of which a value was logged that is more than nothing, in the order of their precedence. */
export function operationsTold(logged: Logged): OperationType[] {
  const told = new Set(logged.columns.flatMap((column) => (column.tells ? (operationOf(column) ?? []) : [])));
  if (told.size === 0 && logged.columns.some((column) => isTilling(column, logged))) return ['tillage'];
  return precedence.filter((operation) => told.has(operation));
}

/** Where logs tell of several kinds of work, the first of these is what a file is that takes all of them. */
const precedence: OperationType[] = ['harvested', 'planted', 'applied', 'tillage'];

/** What was logged, without the devices that tell of other kinds of work only: their widths and states are not those of this one. */
export function loggedFor(operation: OperationType, logged: Logged): Logged {
  const byDevice = new Map<string | undefined, Set<OperationType>>();
  for (const column of logged.columns) {
    const told = column.tells && operationOf(column);
    const device = logged.elements.get(column.element)?.device;
    if (told) byDevice.set(device, (byDevice.get(device) ?? new Set()).add(told));
  }
  const columns = logged.columns.filter(({ element }) => {
    const told = byDevice.get(logged.elements.get(element)?.device);
    return told === undefined || told.has(operation);
  });
  return { ...logged, columns };
}

/** The kind of work that a value is logged of. */
export function operationOf({ ddi, isSeed }: LoggedColumn): OperationType | undefined {
  const entry = isSeed
    ? (seedEntries[ddi] ?? seedFlows[ddi] ?? seedTotals[ddi])
    : (isoEntries[ddi] ?? isoFlows[ddi] ?? isoTotals[ddi]);
  return entry?.tells;
}

function isTilling({ ddi, element, tells }: LoggedColumn, { elements }: Logged): boolean {
  return tells && ddi === workState && tillers.includes(elements.get(element)?.deviceClass ?? 0);
}
