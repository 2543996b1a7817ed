import type { Element } from '@xmldom/xmldom';
import { boundaryLimits } from '../../../../domain/boundary-files/limits.ts';
import type { MachineMember } from '../../../../domain/machine-files/sets/machine-set.ts';
import { readXmlDocument } from '../../../xml.ts';
import type { TimeLogHeader } from '../../rows/time-log-record.ts';

/** An element of task data: its tag, its attributes by letter, and its children. */
export interface TaskElement {
  tag: string;
  attributes: Record<string, string>;
  children: TaskElement[];
}

/** Reads the XML of task data, with external lists (XFR) inserted. */
export async function readTaskData(members: Record<string, MachineMember>): Promise<TaskElement> {
  const main = members['TASKDATA.XML'];
  if (!main) throw new Error('TASKDATA.XML is missing');
  const root = await rootOf(main);
  const external = root.children.filter(({ tag }) => tag === 'XFR');
  for (const { attributes } of external) {
    const file = members[`${attributes.A?.toUpperCase()}.XML`];
    if (file) root.children.push(...(await rootOf(file)).children);
  }
  return root;
}

async function rootOf(file: MachineMember): Promise<TaskElement> {
  const { documentElement } = await readXmlDocument(file, boundaryLimits);
  if (!documentElement) throw new Error('it has no root element');
  return elementOf(documentElement);
}

function elementOf(element: Element): TaskElement {
  const attributes = Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));
  const children: TaskElement[] = [];
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 1) children.push(elementOf(child as Element));
  }
  return { tag: element.nodeName, attributes, children };
}

/**
 * The elements with a tag, at any depth.
 *
 * @example const devices = elementsOf(root, 'DVC');
 */
export function elementsOf(root: TaskElement, tag: string): TaskElement[] {
  return root.children.flatMap((child) => [...(child.tag === tag ? [child] : []), ...elementsOf(child, tag)]);
}

/**
 * The name of an element with a tag and an id, from the given attribute.
 *
 * @example const crop = nameOf(root, 'CTP', field?.G, 'B');
 */
export function nameOf(root: TaskElement, tag: string, id: string | undefined, attribute: string): string | undefined {
  return elementsOf(root, tag).find(({ attributes }) => attributes.A === id)?.attributes[attribute] || undefined;
}

/** Reads the header of a time log. Attributes that are present and empty are logged in each record. */
export async function readTimeLogHeader(file: MachineMember): Promise<TimeLogHeader> {
  const time = await rootOf(file);
  const position = time.children.find(({ tag }) => tag === 'PTN')?.attributes ?? {};
  const member = (value: string | undefined) =>
    value === undefined ? undefined : value === '' ? ('logged' as const) : { fixed: value };
  return {
    start: member(time.attributes.A),
    north: member(position.A),
    east: member(position.B),
    up: member(position.C),
    status: member(position.D),
    pdop: member(position.E),
    hdop: member(position.F),
    satellites: member(position.G),
    gpsTime: member(position.H),
    gpsDate: member(position.I),
    values: time.children
      .filter(({ tag }) => tag === 'DLV')
      .map(({ attributes: { A = '', B, C = '' } }) => ({
        ddi: Number.parseInt(A, 16),
        element: C,
        fixed: B === undefined || B === '' ? undefined : Number(B),
      })),
  };
}
