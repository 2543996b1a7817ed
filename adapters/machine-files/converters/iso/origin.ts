import type { Machinery } from '../../../../domain/machine-files/summary.ts';
import type { RawSet } from '../../raw-set.ts';
import { deviceClassOf } from './devices.ts';
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

/** Categories by the device class of agricultural equipment (ISO 11783-1), as far as they say what a device is. */
const categories: Record<number, string> = {
  1: 'Tractor',
  2: 'Tillage',
  3: 'Secondary tillage',
  4: 'Planter',
  5: 'Fertilizer spreader',
  6: 'Sprayer',
  7: 'Harvester',
  8: 'Root harvester',
  9: 'Forage harvester',
  10: 'Irrigation',
  11: 'Trailer',
};

/**
 * The devices of the logged tasks; all devices if the tasks name none. A tractor is a machine, and every other device an implement:
 * balers and trailed machines have the classes of harvesters, too.
 */
function machineryOf(root: TaskElement, logged: TaskElement[]): Machinery[] {
  const took = new Set(logged.flatMap((task) => elementsOf(task, 'DAN')).map(({ attributes }) => attributes.C));
  const devices = elementsOf(root, 'DVC').filter(({ attributes }) => took.size === 0 || took.has(attributes.A));
  return devices.map((device) => {
    const { B: name, E: serialNumber } = device.attributes;
    const category = categoryOf(device);
    return {
      name: name || 'unknown',
      type: category === 'Tractor' ? ('machine' as const) : ('implement' as const),
      ...(serialNumber && { serialNumber }),
      brand: 'unknown',
      ...(category && { category }),
    };
  });
}

/** The industry group is in the three bits before those of the class; 2 is agriculture. */
function categoryOf(device: TaskElement): string | undefined {
  const deviceClass = deviceClassOf(device);
  const group = Number.parseInt(device.attributes.D?.charAt(0) ?? '', 16) & 0b111;
  return group === 2 && deviceClass !== undefined ? categories[deviceClass] : undefined;
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
