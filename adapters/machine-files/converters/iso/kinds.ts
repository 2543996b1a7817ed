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

/** Device classes of primary and secondary tillage, which may log nothing but their work state. */
const tillers = [2, 3];

/** The kinds of work with at least one logged value above zero, in the order of precedence. */
export function loggedOperations(logged: Logged): OperationType[] {
  const kinds = new Set(logged.columns.flatMap((column) => (column.isAboveZero ? (operationOf(column) ?? []) : [])));
  if (kinds.size === 0 && logged.columns.some((column) => isTilling(column, logged))) return ['tillage'];
  return precedence.filter((operation) => kinds.has(operation));
}

/** Order of precedence for the kind of a file with several kinds of work. */
const precedence: OperationType[] = ['harvested', 'planted', 'applied', 'tillage'];

/** The logged values without devices that belong only to other kinds of work, whose widths and states do not apply. */
export function loggedFor(operation: OperationType, logged: Logged): Logged {
  const byDevice = new Map<string | undefined, Set<OperationType>>();
  for (const column of logged.columns) {
    const operationOfColumn = column.isAboveZero && operationOf(column);
    const device = logged.elements.get(column.element)?.device;
    if (operationOfColumn) byDevice.set(device, (byDevice.get(device) ?? new Set()).add(operationOfColumn));
  }
  const columns = logged.columns.filter(({ element }) => {
    const kinds = byDevice.get(logged.elements.get(element)?.device);
    return kinds === undefined || kinds.has(operation);
  });
  return { ...logged, columns };
}

/**
 * The kind of work that a logged value belongs to.
 *
 * @example const operation = operationOf(column);
 */
export function operationOf({ ddi, isSeed }: LoggedColumn): OperationType | undefined {
  const entry = isSeed
    ? (seedEntries[ddi] ?? seedFlows[ddi] ?? seedTotals[ddi])
    : (isoEntries[ddi] ?? isoFlows[ddi] ?? isoTotals[ddi]);
  return entry?.operation;
}

function isTilling({ ddi, element, isAboveZero }: LoggedColumn, { elements }: Logged): boolean {
  return isAboveZero && ddi === workState && tillers.includes(elements.get(element)?.deviceClass ?? 0);
}
