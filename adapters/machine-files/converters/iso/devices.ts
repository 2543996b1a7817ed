import { elementsOf, type TaskElement } from './task-data.ts';

/** One element of a machine: the machine itself, an implement, a tank, a section. */
export interface DeviceElement {
  id: string;
  device: string;
  /** The device class of ISO 11783-5 in the device's name: 4 is a planter or drill. */
  deviceClass?: number;
  kind: ElementKind;
  /** Ids of the elements that contain it, the nearest first. */
  ancestors: string[];
  /** The device's descriptions of data dictionary entries that this element has. */
  described: Map<number, Description>;
}

type ElementKind = 'device' | 'function' | 'bin' | 'section' | 'unit' | 'connector' | 'navigation';

interface Description {
  label: string;
  /** The device's display format: `(value + offset) * scale` in `unit`. */
  shown?: { offset: number; scale: number; unit: string };
  /** The constant value of a property, which is in no log. */
  value?: number;
}

/** Kinds by their numbers in DET attribute C. */
const kinds: Record<string, ElementKind> = {
  1: 'device',
  2: 'function',
  3: 'bin',
  4: 'section',
  5: 'unit',
  6: 'connector',
  7: 'navigation',
};

/** The elements of all devices in task data by id, in the order of their description. */
export function deviceElements(root: TaskElement): Map<string, DeviceElement> {
  return new Map(
    elementsOf(root, 'DVC').flatMap((device) => elementsOfDevice(device).map((found) => [found.id, found])),
  );
}

function elementsOfDevice(device: TaskElement): DeviceElement[] {
  const elements = elementsOf(device, 'DET');
  const objects = objectsOf(device);
  const deviceClass = deviceClassOf(device);
  return elements.map((element) => {
    const { A: id = '', C: kind = '' } = element.attributes;
    const own = elementsOf(element, 'DOR').flatMap(({ attributes }) => {
      const object = objects.get(attributes.A ?? '');
      return object ? [object] : [];
    });
    return {
      id,
      device: device.attributes.A ?? '',
      ...(deviceClass !== undefined && { deviceClass }),
      kind: kinds[kind] ?? 'function',
      ancestors: ancestorsOf(element, elements),
      described: new Map(own),
    };
  });
}

/** The class is in 7 bits of the device's name (DVC attribute D), 64 bits in hexadecimal. */
export function deviceClassOf({ attributes: { D: name = '' } }: TaskElement): number | undefined {
  return /^[\dA-F]{16}$/i.test(name) ? Number.parseInt(name.slice(2, 4), 16) >> 1 : undefined;
}

/** Elements name their parent by its object id; the device itself has the parent 0, which does not exist. */
function ancestorsOf(element: TaskElement, all: TaskElement[]): string[] {
  const ancestors: string[] = [];
  let parent = parentOf(element, all);
  while (parent && !ancestors.includes(parent.attributes.A ?? '')) {
    ancestors.push(parent.attributes.A ?? '');
    parent = parentOf(parent, all);
  }
  return ancestors;
}

function parentOf({ attributes }: TaskElement, all: TaskElement[]): TaskElement | undefined {
  return all.find((candidate) => candidate.attributes.B === attributes.F && attributes.F !== undefined);
}

/** Measured values (DPD) and properties (DPT) of a device, by object id. */
function objectsOf(device: TaskElement): Map<string, [ddi: number, Description]> {
  const shown = new Map(
    elementsOf(device, 'DVP').map(({ attributes: { A = '', B, C, E = '' } }) => [
      A,
      { offset: Number(B ?? 0), scale: Number(C ?? 1), unit: E },
    ]),
  );
  const of = (tag: string, label: string, presentation: string, value?: string) =>
    elementsOf(device, tag).map(({ attributes }): [string, [number, Description]] => {
      const view = shown.get(attributes[presentation] ?? '');
      const fixed = value === undefined ? Number.NaN : Number(attributes[value]);
      return [
        attributes.A ?? '',
        [
          Number.parseInt(attributes.B ?? '', 16),
          {
            label: attributes[label] ?? '',
            ...(view && { shown: view }),
            ...(Number.isFinite(fixed) && { value: fixed }),
          },
        ],
      ];
    });
  return new Map([...of('DPD', 'E', 'F'), ...of('DPT', 'D', 'E', 'C')]);
}
