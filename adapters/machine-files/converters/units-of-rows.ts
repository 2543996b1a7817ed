import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { statedUnit } from '../../../domain/machine-files/points/column-meanings.ts';
import { unitColumnsOf } from '../../../domain/machine-files/points/columns/unit-columns.ts';
import { factorOf, readingsOf } from '../../../domain/machine-files/points/units.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { text } from '../../duckdb/sql-text.ts';
import { columnOf } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';

/** The units of a table's columns, in headers or in columns of units. */
export interface UnitsOfRows {
  /** The unit of a column; undefined if nothing states it. */
  unitOf(column: string): string | undefined;
  /** The values of a column in that unit, as an expression over `raw`. */
  inUnit(column: string, sql: string): string;
  /** Columns whose units contradict one another, and which are not used. */
  left: ReadonlySet<string>;
  problems: MachineProblem[];
}

/** Different units in a column that are looked at. */
const mostUnits = 50;

/** Finds the units that a column gives each row. Rows may have different units of one dimension. */
export async function unitsOfRows(
  file: string,
  columns: AppendedColumn[],
  operation: OperationType,
  work: WorkDatabase,
): Promise<UnitsOfRows> {
  const names = columns.map(({ name }) => name);
  const units = new Map<string, string>();
  const expressions = new Map<string, (sql: string) => string>();
  const mixed: { column: string; units: string[]; by: string }[] = [];
  for (const { by, of } of unitColumnsOf(names, operation)) {
    const [unitSql, valueSql] = [columnOf(columns, by), columnOf(columns, of)];
    if (!unitSql || !valueSql || !columns.some(({ name, type }) => name === by && type === 'VARCHAR')) continue;
    const found = await unitsIn(unitSql, valueSql, work);
    // A column that is called so and has other things.
    if (found.every((unit) => readingsOf(unit).length === 0)) continue;
    const stated = statedUnit(of);
    const all = [...(stated === undefined ? [] : [stated]), ...found];
    const [first = ''] = found;
    const dimension = readingsOf(first)[0]?.dimension;
    const isOne = all.every((unit) => readingsOf(unit).some((reading) => reading.dimension === dimension));
    // Bales and sacks weigh what a setting or the crop says, so that no factor leads from them to other units.
    const isWeighed = (unit: string) => readingsOf(unit).some(({ weighedBy, ofCrops }) => weighedBy || ofCrops);
    const isFixed = new Set(all.map(unitName)).size === 1 || !all.some(isWeighed);
    const agrees = stated === undefined || (found.length === 1 && unitName(stated) === unitName(first));
    if (!isOne || !isFixed || !agrees) {
      mixed.push({ column: of, units: all, by });
      continue;
    }
    units.set(of, first);
    if (found.length > 1 && !found.some(isWeighed)) {
      const cases = found.map((unit) => `when ${text(unit)} then ${factorOf(unit) / factorOf(first)}`);
      expressions.set(of, (sql) => `(${sql}) * case trim(${unitSql}) ${cases.join(' ')} end`);
    }
  }
  return {
    unitOf: (column) => units.get(column) ?? statedUnit(column),
    inUnit: (column, sql) => expressions.get(column)?.(sql) ?? sql,
    left: new Set(mixed.map(({ column }) => column)),
    problems: mixed.length > 0 ? [machineProblem('mixedUnits', file, { columns: mixed })] : [],
  };
}

const unitName = (unit: string) => readingsOf(unit)[0]?.unit;

/** The units of rows with a value, the most frequent first; empty texts for rows without one. */
async function unitsIn(unitSql: string, valueSql: string, work: WorkDatabase): Promise<string[]> {
  const found = await work.rows<{ unit: string }>(
    `select coalesce(trim(${unitSql}), '') as unit from raw where ${valueSql} is not null
      group by unit order by count(*) desc, unit limit ${mostUnits}`,
  );
  return found.map(({ unit }) => unit);
}
