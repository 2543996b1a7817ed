import {
  condensedWorkState,
  isoEntries,
  otherWidths,
  workState,
} from '../../../domain/machine-files/iso-data-dictionary.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { MachineFileError, type RawSet, type RawValue, rawColumn } from '../raw-set.ts';
import type { WorkDatabase } from '../work-database.ts';

interface LoggedColumn {
  ddi: number;
  column: string;
}

/** Where logs tell of several kinds of work, the first of these is what the file is. */
const precedence: OperationType[] = ['harvested', 'planted', 'applied', 'tillage'];

/**
 * What the logged values of a set mean. A value that several elements of a machine log is taken from the first that has one,
 * since the implement as a whole comes before its sections in a device description.
 *
 * @param logged numbers of the dictionary and elements, as `2 DET-1`.
 * @param offset of the first of them among the columns of `raw`.
 */
export async function isoMeaning(
  file: string,
  logged: string[],
  offset: number,
  work: WorkDatabase,
): Promise<Pick<RawSet, 'operationType' | 'values' | 'notes'>> {
  const all = logged.map((name, index) => ({ ddi: Number.parseInt(name, 10), column: rawColumn(offset + index) }));
  const told = await toldOperations(all, work);
  const operationType = precedence.find((candidate) => told.has(candidate));
  if (!operationType) {
    throw new MachineFileError(machineProblem('unsupportedOperation', file, { type: 'datacollection' }));
  }
  const others = [...told].filter((operation) => operation !== operationType);
  const values: RawValue[] = [{ property: 'elevation', sql: 'nullif(c2, 0)', unit: 'm' }];
  for (const { property, unit, scale, columns } of properties(all, told)) {
    values.push({ property, unit, sql: `(${first(columns)}) * ${scale}` });
  }
  const widths = otherWidths.flatMap((ddi) => columnsOf(all, ddi));
  const width = values.find(({ property }) => property === 'equipmentWidth');
  if (width && widths.length > 0) width.sql = `coalesce(nullif(${width.sql}, 0), ${first(widths)} * 0.001)`;
  else if (widths.length > 0) values.push({ property: 'equipmentWidth', unit: 'm', sql: `(${first(widths)}) * 0.001` });
  const working = workingSql(all);
  if (working) values.push({ property: 'recordingStatus', sql: `case when ${working} then 'On' else 'Off' end` });
  const notes = others.length > 0 ? [`the logs also tell of ${others.join(' and ')}, which is left out here`] : [];
  return { operationType, values, notes };
}

/** The kinds of work of which a value was logged that is more than nothing. */
async function toldOperations(all: LoggedColumn[], work: WorkDatabase): Promise<Set<OperationType>> {
  const telling = all.filter(({ ddi }) => isoEntries[ddi]?.tells);
  if (telling.length === 0) return new Set();
  const [counts] = await work.rows<Record<string, string>>(
    `select ${telling.map(({ column }) => `count(*) filter (${column} > 0) as ${column}`).join(', ')} from raw`,
  );
  return new Set(
    telling.flatMap(({ ddi, column }) => (Number(counts?.[column] ?? 0) > 0 ? (isoEntries[ddi]?.tells ?? []) : [])),
  );
}

/** Of rates by volume and by mass, only the kind that was logged counts: the other one's target would have its unit. */
function properties(all: LoggedColumn[], told: Set<OperationType>) {
  const found = new Map<string, { property: RawValue['property']; unit: string; scale: number; columns: string[] }>();
  for (const { ddi, column } of all) {
    const entry = isoEntries[ddi];
    if (!entry || (entry.tells && !told.has(entry.tells))) continue;
    const known = found.get(entry.property);
    if (known && known.unit !== entry.unit) continue;
    if (known) known.columns.push(column);
    else found.set(entry.property, { ...entry, columns: [column] });
  }
  return found.values();
}

function workingSql(all: LoggedColumn[]): string | undefined {
  const states = columnsOf(all, workState).map((column) => `coalesce(${column}, 0) = 1`);
  // Two bits for each of 16 sections; 01 is on, so that the lower bits of the pairs count unless the upper are set too.
  const condensed = columnsOf(all, condensedWorkState).map(
    (column) =>
      `(coalesce(${column}, 0)::bigint & 1431655765) & ~((coalesce(${column}, 0)::bigint >> 1) & 1431655765) > 0`,
  );
  const working = [...states, ...condensed];
  return working.length > 0 ? working.map((state) => `(${state})`).join(' or ') : undefined;
}

function columnsOf(all: LoggedColumn[], ddi: number): string[] {
  return all.filter((logged) => logged.ddi === ddi).map(({ column }) => column);
}

function first(columns: string[]): string {
  return columns.length > 1 ? `coalesce(${columns.join(', ')})` : (columns[0] ?? 'null');
}
