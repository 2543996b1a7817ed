import {
  firstCondensedWorkState,
  lastCondensedWorkState,
  otherWidths,
  workingWidth,
  workState,
} from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import type { DeviceElement } from './devices.ts';
import { firstOf, type Logged, lowest, topmost, withDdi } from './logged-column.ts';

/** A section of an implement: its work state, and its width. */
interface Section {
  id: string;
  on: string;
  metres: string | undefined;
}

const millimetre = 0.001;

/** An SQL condition for records of work; undefined if nothing was logged about it. */
export function workingSql(logged: Logged): string | undefined {
  const states = withDdi(logged, workState);
  const working = lowest(states, logged).map(({ element, column }) => {
    const above = logged.elements.get(element)?.ancestors ?? [];
    const upper = states.filter((state) => above.includes(state.element));
    return `(${[`coalesce(${column}, 0) = 1`, ...upper.map((state) => `coalesce(${state.column}, 1) = 1`)].join(' and ')})`;
  });
  const sections = anySectionOn(logged, working.length > 0);
  const conditions = [...(working.length > 0 ? [`(${working.join(' or ')})`] : []), ...(sections ? [sections] : [])];
  return conditions.length > 0 ? conditions.join(' and ') : undefined;
}

/** Any section is on; or none says whether it is, so that the state of the whole holds. */
function anySectionOn(logged: Logged, isWholeKnown: boolean): string | undefined {
  const condensed = logged.columns.filter(({ ddi }) => isCondensed(ddi));
  if (condensed.length === 0) return undefined;
  const on = condensed.map(({ column, ddi }) => isOnSql(column, ddi));
  const unknown = condensed.map(({ column }) => `(~(${bitsOf(column)} >> 1)) & ${lowerBits} = 0`);
  return `(${[...on, ...(isWholeKnown ? [`(${unknown.join(' and ')})`] : [])].join(' or ')})`;
}

/** The lower bits of 16 pairs: 00 is off, 01 on, 10 an error and 11 not installed. */
const lowerBits = 0x55_55_55_55;

function bitsOf(column: string): string {
  return `coalesce(${column}, 0)::bigint`;
}

/** An SQL condition for a state that is on; for a condensed one, that any of its sections is. */
export function isOnSql(column: string, ddi: number): string {
  if (!isCondensed(ddi)) return `coalesce(${column}, 0) = 1`;
  const bits = bitsOf(column);
  return `(${bits} & ${lowerBits}) & ~((${bits} >> 1) & ${lowerBits}) > 0`;
}

/**
 * Whether a DDI is the states of 16 sections.
 *
 * @example isCondensed(161) // true
 */
export function isCondensed(ddi: number): boolean {
  return ddi >= firstCondensedWorkState && ddi <= lastCondensedWorkState;
}

/**
 * The worked width of a record in metres: that of the sections that are on, if their states and widths are known, else
 * the width of the implement.
 */
export function widthSql(logged: Logged): string | undefined {
  const sections = sectionsOf(logged);
  if (sections.length > 0 && sections.every(({ metres }) => metres !== undefined)) {
    return `(${sections.map(({ on, metres }) => `case when ${on} then ${metres} else 0 end`).join(' + ')})`;
  }
  const logs = topmost(withDdi(logged, workingWidth), logged).map(({ column }) => `nullif(${column}, 0)`);
  const others = otherWidths.flatMap((ddi) => topmost(withDdi(logged, ddi), logged).map(({ column }) => column));
  const described = describedWidth(logged);
  const widths = [...logs, ...others, ...(described ? [String(described)] : [])];
  return widths.length > 0 ? `${firstOf(widths)} * ${millimetre}` : undefined;
}

/** The sections of the one implement that logs their states. */
export function sectionsOf(logged: Logged): Section[] {
  const condensed = logged.columns.filter(({ ddi }) => isCondensed(ddi));
  const [first] = condensed;
  if (first && condensed.every(({ element }) => element === first.element)) {
    const below = [...logged.elements.values()].filter(
      ({ kind, ancestors }) => kind === 'section' && ancestors.includes(first.element),
    );
    return below.map((section, index) => {
      const states = condensed.find(({ ddi }) => ddi === firstCondensedWorkState + Math.floor(index / 16));
      const on = states ? `(coalesce(${states.column}, 0)::bigint >> ${2 * (index % 16)}) & 3 = 1` : 'false';
      return { id: section.id, on, metres: sectionWidth(section, logged) };
    });
  }
  return withDdi(logged, workState).flatMap(({ element, column }) => {
    const section = logged.elements.get(element);
    if (section?.kind !== 'section') return [];
    return [{ id: section.id, on: `coalesce(${column}, 0) = 1`, metres: sectionWidth(section, logged) }];
  });
}

function sectionWidth(section: DeviceElement, logged: Logged): string | undefined {
  const column = withDdi(logged, workingWidth).find(({ element }) => element === section.id)?.column;
  const fixed = widthOf(section);
  const widths = [...(column ? [column] : []), ...(fixed ? [String(fixed)] : [])];
  return widths.length > 0 ? `coalesce(${[...widths, '0'].join(', ')}) * ${millimetre}` : undefined;
}

/** The width of an element as a property in its description, in millimetres. */
function widthOf({ described }: DeviceElement): number | undefined {
  return [workingWidth, ...otherWidths].map((ddi) => described.get(ddi)?.value).find((width) => width);
}

/** The widest of the logged implements, or of their sections side by side. */
function describedWidth({ columns, elements }: Logged): number | undefined {
  const devices = new Set(columns.map(({ element }) => elements.get(element)?.device));
  const present = [...elements.values()].filter(({ device }) => devices.has(device));
  const whole = present.filter(({ kind }) => kind !== 'section').map((element) => widthOf(element) ?? 0);
  const sections = present.filter(({ kind }) => kind === 'section').map((element) => widthOf(element) ?? 0);
  return Math.max(0, ...whole) || sections.reduce((sum, width) => sum + width, 0) || undefined;
}
