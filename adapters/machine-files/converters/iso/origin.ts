import type { Machinery } from '../../../../domain/machine-files/summary.ts';
import { text } from '../../../sql-text.ts';
import type { RawSet } from '../../raw-set.ts';
import { elementsOf, type TaskElement } from './task-data.ts';

/** What task data says beside its logs: machines and people, and customer, farm and field where there is one of each. */
export function isoOrigin(root: TaskElement): Pick<RawSet, 'machinery' | 'operators' | 'origin'> {
  const logged = loggedTasks(root).map(({ task }) => task);
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

/** Tasks with time logs, and their places among all tasks. */
function loggedTasks(root: TaskElement): { task: TaskElement; index: number }[] {
  const tasks = elementsOf(root, 'TSK').map((task, index) => ({ task, index }));
  return tasks.filter(({ task }) => elementsOf(task, 'TLG').length > 0);
}

function nameOf(root: TaskElement, tag: string, id: string | undefined, attribute: string): string | undefined {
  return elementsOf(root, tag).find(({ attributes }) => attributes.A === id)?.attributes[attribute] || undefined;
}

/**
 * The crop of the field and the products of each task.
 *
 * @param task the column of `raw` with the place of a record's task among all tasks.
 */
export function isoSubjects(
  root: TaskElement,
  task: string,
): Pick<RawSet, 'crop' | 'product' | 'productColumn'> & { crops?: string } {
  const subjects = loggedTasks(root).map(({ task: element, index }) => {
    const field = elementsOf(root, 'PFD').find(({ attributes }) => attributes.A === element.attributes.E);
    const products = elementsOf(element, 'PAN').map(({ attributes }) => nameOf(root, 'PDT', attributes.A, 'B'));
    const names = [...new Set(products.filter((name) => name !== undefined))];
    return {
      index,
      crop: nameOf(root, 'CTP', field?.attributes.G, 'B'),
      names,
      product: names.join(' + ') || undefined,
    };
  });
  const [crop, ...otherCrops] = new Set(subjects.map((subject) => subject.crop));
  const [product, ...otherProducts] = new Set(subjects.map((subject) => subject.product));
  const isMix = subjects.some(({ names }) => names.length > 1);
  return {
    ...(otherCrops.length > 0 ? { crops: byTask(task, subjects, 'crop') } : crop !== undefined && { crop }),
    ...(otherProducts.length > 0
      ? { productColumn: byTask(task, subjects, 'product') }
      : product !== undefined && { product: { name: product, tankMix: isMix, parts: [] } }),
  };
}

function byTask<K extends 'crop' | 'product'>(
  task: string,
  subjects: ({ index: number } & Record<K, string | undefined>)[],
  of: K,
): string {
  const cases = subjects.map((subject) => `when ${subject.index} then ${text(subject[of] ?? 'unknown')}`);
  return `case ${task} ${cases.join(' ')} end`;
}

/** The devices that took part in the logged tasks; all of them when tasks do not say. */
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

/** The people who took part in the logged tasks, by their first and last names. */
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
