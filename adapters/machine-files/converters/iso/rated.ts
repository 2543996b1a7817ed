import type { OperationType } from '../../../../domain/machine-files/operation-type.ts';
import {
  type IsoEntry,
  isoEntries,
  seedEntries,
  workingWidth,
} from '../../../../domain/machine-files/points/iso-data-dictionary.ts';
import type { RawValue } from '../../raw-set.ts';
import { firstOf, type Logged, type LoggedColumn, scaledSql, topmost, withDdi } from './logged-column.ts';
import { sectionsOf } from './working.ts';

/**
 * Values that are logged directly: rates, moistures, depths. If several elements of a machine log one, the implement as
 * a whole takes precedence over its parts, and the rates of sections are weighted by the widths of those that are on.
 *
 * @returns also the properties that were read in a device's own scale.
 */
export function ratedValues(logged: Logged, operations: Set<OperationType>): { values: RawValue[]; own: string[] } {
  const found = new Map<string, RawValue & { parts: string[] }>();
  const own = new Set<string>();
  const kinds = new Map(logged.columns.map((column) => [`${column.ddi} ${column.isSeed}`, column]));
  for (const { ddi, isSeed } of kinds.values()) {
    const entry = (isSeed ? seedEntries : isoEntries)[ddi];
    // Only the kind of rate that was logged counts, by volume or by mass: the other one's target would have its unit.
    if (!entry || ddi === workingWidth || (entry.operation && !operations.has(entry.operation))) continue;
    const known = found.get(entry.property);
    if (known && known.unit !== entry.unit) continue;
    const columns = withDdi(logged, ddi).filter((column) => column.isSeed === isSeed);
    const value = valueSql(columns, entry, logged);
    if (value.own) own.add(entry.property);
    const parts = [...(known?.parts ?? []), value.sql];
    found.set(entry.property, { property: entry.property, unit: entry.unit, sql: firstOf(parts), parts });
  }
  return {
    values: [...found.values()].map(({ property, unit, sql }) => ({ property, unit: unit ?? '', sql })),
    own: [...own],
  };
}

function valueSql(
  logs: LoggedColumn[],
  { unit, scale, property }: IsoEntry,
  logged: Logged,
): { sql: string; own: boolean } {
  const all = topmost(logs, logged);
  const aboveZero = all.filter(({ isAboveZero }) => isAboveZero);
  const columns = aboveZero.length > 0 ? aboveZero : all;
  const scaled = columns.map((column) => scaledSql(column, unit, scale, logged));
  const own = scaled.some((value) => value.own);
  const weighed = /Rate|PerArea/.test(property) && bySections(columns, scaled, logged);
  return { sql: weighed || firstOf(scaled.map(({ sql }) => sql)), own };
}

/** The rates of sections, weighted by the widths that are on. */
function bySections(columns: LoggedColumn[], scaled: { sql: string }[], logged: Logged): string | undefined {
  const sections = new Map(sectionsOf(logged).map((section) => [section.id, section]));
  const parts = columns.map(({ element }, index) => ({ section: sections.get(element), sql: scaled[index]?.sql }));
  if (parts.length < 2 || parts.some(({ section }) => section?.metres === undefined)) return undefined;
  const sum = (of: (part: (typeof parts)[number]) => string) =>
    parts.map((part) => `case when ${part.section?.on} then ${of(part)} else 0 end`).join(' + ');
  const width = sum(({ section }) => `${section?.metres}`);
  return `(${sum(({ section, sql }) => `coalesce(${sql}, 0) * ${section?.metres}`)}) / nullif(${width}, 0)`;
}
