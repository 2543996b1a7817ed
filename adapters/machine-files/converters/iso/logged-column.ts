import { factorOf, parseUnit } from '../../../../domain/machine-files/points/units.ts';
import type { WorkDatabase } from '../../work-database.ts';
import type { DeviceElement } from './devices.ts';

/** A value in logs, and its column of `raw`. */
export interface LoggedColumn {
  /** Number of the data dictionary. */
  ddi: number;
  /** Id of the element that logged it. */
  element: string;
  column: string;
  /** Whether it is above zero in any record. */
  isAboveZero: boolean;
  /** Whether it is an amount of seed, which the data dictionary does not distinguish. */
  isSeed: boolean;
}

/** The logged values, and the devices. */
export interface Logged {
  columns: LoggedColumn[];
  elements: Map<string, DeviceElement>;
  /** The columns in the scale in which their device displays them; that of the data dictionary holds for the others. */
  inShownScale?: ReadonlySet<string>;
}

/** Marks the columns that are above zero in any record. */
export async function markAboveZero(
  columns: Pick<LoggedColumn, 'ddi' | 'element' | 'column'>[],
  work: WorkDatabase,
): Promise<Omit<LoggedColumn, 'isSeed'>[]> {
  if (columns.length === 0) return [];
  const counts = columns.map(({ column }) => `count(*) filter (${column} > 0) as ${column}`);
  const [counted] = await work.rows<Record<string, string>>(`select ${counts.join(', ')} from raw`);
  return columns.map((column) => ({ ...column, isAboveZero: Number(counted?.[column.column] ?? 0) > 0 }));
}

/**
 * The logged columns with a data dictionary identifier (DDI).
 *
 * @example const states = withDdi(logged, workState);
 */
export function withDdi({ columns }: Logged, ddi: number): LoggedColumn[] {
  return columns.filter((column) => column.ddi === ddi);
}

/**
 * The columns whose element has no ancestor with one of the columns: those of the whole implement instead of its sections.
 *
 * @example const logs = topmost(withDdi(logged, workingWidth), logged);
 */
export function topmost(columns: LoggedColumn[], { elements }: Logged): LoggedColumn[] {
  const ids = new Set(columns.map(({ element }) => element));
  return columns.filter(({ element }) => !elements.get(element)?.ancestors.some((ancestor) => ids.has(ancestor)));
}

/** The columns that have no other of them below. */
export function lowest(columns: LoggedColumn[], { elements }: Logged): LoggedColumn[] {
  const above = new Set(columns.flatMap(({ element }) => elements.get(element)?.ancestors ?? []));
  return columns.filter(({ element }) => !above.has(element));
}

/**
 * Factor by which a device's own scale must differ from the dictionary's to be considered; smaller differences may be
 * rounding, or short tons.
 */
const ownScale = 2;

/**
 * The factor and offset with which a device displays a value in a unit, if they differ clearly from the dictionary's.
 *
 * @param scale of the data dictionary, for the unit.
 */
export function shownScale(
  { ddi, element }: LoggedColumn,
  unit: string,
  scale: number,
  { elements }: Logged,
): { offset: number; factor: number } | undefined {
  const shown = elements.get(element)?.described.get(ddi)?.shown;
  const known = shown && parseUnit(shown.unit);
  if (!shown || !known || known.dimension !== parseUnit(unit)?.dimension) return undefined;
  const factor = (shown.scale * known.factor) / factorOf(unit);
  const ratio = factor / scale;
  return ratio > ownScale || ratio < 1 / ownScale ? { offset: shown.offset, factor } : undefined;
}

/** The value of a column in a unit, and whether it is in the device's own scale. */
export function scaledSql(
  logs: LoggedColumn,
  unit: string,
  scale: number,
  logged: Logged,
): { sql: string; own: boolean } {
  const shown = logged.inShownScale?.has(logs.column) ? shownScale(logs, unit, scale, logged) : undefined;
  if (!shown) return { sql: `(${logs.column} * ${scale})`, own: false };
  return { sql: `((${logs.column} + ${shown.offset}) * ${shown.factor})`, own: true };
}

/** The first of several expressions that is not null. */
export function firstOf(expressions: string[]): string {
  return expressions.length > 1 ? `coalesce(${expressions.join(', ')})` : (expressions[0] ?? 'null');
}
