import { factorOf, parseUnit } from '../../../../domain/machine-files/points/units.ts';
import type { WorkDatabase } from '../../work-database.ts';
import type { DeviceElement } from './devices.ts';

/** A value that logs hold, and the column of `raw` with it. */
export interface LoggedColumn {
  /** Number of the data dictionary. */
  ddi: number;
  /** Id of the element that logged it. */
  element: string;
  column: string;
  /** Whether it is ever more than nothing. */
  tells: boolean;
  /** Whether it is an amount of seed, although the data dictionary says that of no such value. */
  isSeed: boolean;
}

/** What has been logged, by which machines. */
export interface Logged {
  columns: LoggedColumn[];
  elements: Map<string, DeviceElement>;
}

/** Looks which columns hold more than nothing. */
export async function tellingColumns(
  columns: Pick<LoggedColumn, 'ddi' | 'element' | 'column'>[],
  work: WorkDatabase,
): Promise<Omit<LoggedColumn, 'isSeed'>[]> {
  if (columns.length === 0) return [];
  const counts = columns.map(({ column }) => `count(*) filter (${column} > 0) as ${column}`);
  const [counted] = await work.rows<Record<string, string>>(`select ${counts.join(', ')} from raw`);
  return columns.map((column) => ({ ...column, tells: Number(counted?.[column.column] ?? 0) > 0 }));
}

export function withDdi({ columns }: Logged, ddi: number): LoggedColumn[] {
  return columns.filter((column) => column.ddi === ddi);
}

/** Those that no other of them stands above in a machine: the whole implement before its sections. */
export function topmost(columns: LoggedColumn[], { elements }: Logged): LoggedColumn[] {
  const ids = new Set(columns.map(({ element }) => element));
  return columns.filter(({ element }) => !elements.get(element)?.ancestors.some((ancestor) => ids.has(ancestor)));
}

/** Those that stand above no other of them. */
export function lowest(columns: LoggedColumn[], { elements }: Logged): LoggedColumn[] {
  const above = new Set(columns.flatMap(({ element }) => elements.get(element)?.ancestors ?? []));
  return columns.filter(({ element }) => !above.has(element));
}

/** A device whose own scale is further from the dictionary's than this logs in its own; a nearer one may be a rounded or a short ton. */
const ownScale = 2;

/**
 * The value of a column in a unit, and whether its device's own scale was taken for it: some log what they show and not what the
 * dictionary asks for.
 *
 * @param scale of the data dictionary, for the unit.
 */
export function scaledSql(
  { ddi, element, column }: LoggedColumn,
  unit: string,
  scale: number,
  { elements }: Logged,
): { sql: string; own: boolean } {
  const shown = elements.get(element)?.described.get(ddi)?.shown;
  const known = shown && parseUnit(shown.unit);
  if (shown && known && known.dimension === parseUnit(unit)?.dimension) {
    const own = (shown.scale * known.factor) / factorOf(unit);
    const ratio = own / scale;
    if (ratio > ownScale || ratio < 1 / ownScale) return { sql: `((${column} + ${shown.offset}) * ${own})`, own: true };
  }
  return { sql: `(${column} * ${scale})`, own: false };
}

/** The first of several expressions that has a value. */
export function firstOf(expressions: string[]): string {
  return expressions.length > 1 ? `coalesce(${expressions.join(', ')})` : (expressions[0] ?? 'null');
}
