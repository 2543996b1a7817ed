import {
  isoEntries,
  isoFlows,
  isoTotals,
  seedEntries,
  seedFlows,
  seedTotals,
} from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import type { DeviceElement } from './devices.ts';
import type { LoggedColumn } from './logged-column.ts';
import { seedOf } from './subjects.ts';
import { elementsOf, type TaskElement } from './task-data.ts';
import type { LoggedTask } from './time-logs.ts';

/** Device class of planters and drills. */
const seeders = 4;

/** Whether the products that tasks assign to elements of devices (PAN attribute E) are seed. */
export function productKinds(root: TaskElement, tasks: LoggedTask[]): Map<string, 'seed' | 'other'> {
  return new Map(
    tasks.flatMap(({ task }) =>
      elementsOf(task, 'PAN').flatMap(({ attributes: { A: product, E: element } }): [string, 'seed' | 'other'][] =>
        product && element ? [[element, seedOf(root, product) ? 'seed' : 'other']] : [],
      ),
    ),
  );
}

/**
 * Marks the columns that are amounts of seed. The data dictionary has the same number for masses of anything: they are
 * seed if the element was assigned seed, and on a drill that does not also count seeds.
 */
export function markSeeds(
  columns: Omit<LoggedColumn, 'isSeed'>[],
  elements: Map<string, DeviceElement>,
  products: Map<string, 'seed' | 'other'>,
): LoggedColumn[] {
  const counting = new Set(
    columns.flatMap(({ ddi, element, isAboveZero }) =>
      isAboveZero && operationOfEntry(ddi) === 'planted' ? (elements.get(element)?.device ?? []) : [],
    ),
  );
  return columns.map((column) => {
    if (!(column.ddi in seedEntries || column.ddi in seedFlows || column.ddi in seedTotals)) {
      return { ...column, isSeed: false };
    }
    const element = elements.get(column.element);
    const given = [column.element, ...(element?.ancestors ?? [])].map((id) => products.get(id)).find(Boolean);
    const isDrill = element?.deviceClass === seeders && !counting.has(element.device);
    return { ...column, isSeed: given ? given === 'seed' : isDrill };
  });
}

function operationOfEntry(ddi: number) {
  return (isoEntries[ddi] ?? isoFlows[ddi] ?? isoTotals[ddi])?.operation;
}
