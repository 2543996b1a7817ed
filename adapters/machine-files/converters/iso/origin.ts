import type { Machinery } from '../../../../domain/machine-files/summary.ts';
import type { RawSet } from '../../raw-set.ts';
import { elementsOf, type TaskElement } from './task-data.ts';

/** What task data says beside its logs: machines, customer, farm, field, product and crop, where there is one of each. */
export function isoOrigin(
  root: TaskElement,
): Pick<RawSet, 'machinery' | 'origin'> & Partial<Pick<RawSet, 'crop' | 'product'>> {
  const logged = elementsOf(root, 'TSK').filter((task) => elementsOf(task, 'TLG').length > 0);
  const named = (tag: string, ids: (string | undefined)[], attribute: string) => {
    const [id, other] = [...new Set(ids.filter((value) => value !== undefined))];
    if (id === undefined || other !== undefined) return undefined;
    return elementsOf(root, tag).find(({ attributes }) => attributes.A === id)?.attributes[attribute] || undefined;
  };
  const of = (attribute: string) => logged.map(({ attributes }) => attributes[attribute]);
  const grower = named('CTR', of('C'), 'B');
  const farm = named('FRM', of('D'), 'B');
  const field = named('PFD', of('E'), 'C');
  const fields = elementsOf(root, 'PFD').filter(({ attributes }) => of('E').includes(attributes.A));
  const crop = named(
    'CTP',
    fields.map(({ attributes }) => attributes.G),
    'B',
  );
  const allocations = logged.flatMap((task) => elementsOf(task, 'PAN'));
  const product = named(
    'PDT',
    allocations.map(({ attributes }) => attributes.A),
    'B',
  );
  return {
    machinery: machineryOf(root, logged),
    origin: { ...(grower && { grower }), ...(farm && { farm }), ...(field && { field }) },
    ...(crop && { crop }),
    ...(product && { product: { name: product, tankMix: false, parts: [] } }),
  };
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
