import type { Machinery } from '../../../../domain/machine-files/summary.ts';
import type { RawSet } from '../../raw-set.ts';
import { elementsOf, nameOf, type TaskElement } from './task-data.ts';
import type { LoggedTask } from './time-logs.ts';

/** Data of task data besides its logs: machines and people, and customer, farm and field if there is one of each. */
export function isoOrigin(root: TaskElement, tasks: LoggedTask[]): Pick<RawSet, 'machinery' | 'operators' | 'origin'> {
  const logged = tasks.map(({ task }) => task);
  const named = (tag: string, reference: string, attribute: string) => {
    const [id, other] = [...new Set(logged.map(({ attributes }) => attributes[reference]))];
    return id === undefined || other !== undefined ? undefined : nameOf(root, tag, id, attribute);
  };
  const grower = named('CTR', 'C', 'B');
  const farm = named('FRM', 'D', 'B');
  const field = named('PFD', 'E', 'C');
  return {
    machinery: machineryOf(root, logged),
    operators: workersOf(root, logged),
    origin: { ...(grower && { grower }), ...(farm && { farm }), ...(field && { field }) },
  };
}

/** The devices of the logged tasks; all devices if the tasks name none. */
function machineryOf(root: TaskElement, logged: TaskElement[]): Machinery[] {
  const took = new Set(logged.flatMap((task) => elementsOf(task, 'DAN')).map(({ attributes }) => attributes.C));
  const devices = elementsOf(root, 'DVC').filter(({ attributes }) => took.size === 0 || took.has(attributes.A));
  return devices.map(({ attributes: { B: name, E: serialNumber } }) => ({
    name: name || 'unknown',
    type: 'implement' as const,
    ...(serialNumber && { serialNumber }),
    brand: 'unknown',
  }));
}

/** The people of the logged tasks, by first and last name. */
function workersOf(root: TaskElement, logged: TaskElement[]): string[] {
  const took = new Set(
    logged.flatMap((task) => [...elementsOf(task, 'WAN').map(({ attributes }) => attributes.A), task.attributes.F]),
  );
  const workers = elementsOf(root, 'WKR').filter(({ attributes }) => took.has(attributes.A));
  return workers.flatMap(({ attributes: { B: lastName, C: firstName } }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ');
    return name === '' ? [] : [name];
  });
}
