import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { plainName } from '../../../domain/machine-files/points/columns/header-text.ts';
import { cropOfCode, isCrop } from '../../../domain/machine-files/points/crop.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { text } from '../../duckdb/sql-text.ts';
import { columnOf, type RawValue } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';

/** Maximum distinct values of a column of crops or products that are looked at. */
const maxValues = 1_000;

/** The values of a table with those of its crops, and what is to be said about them. */
export interface CropsOfRows {
  values: RawValue[];
  notes: string[];
  problems: MachineProblem[];
}

/**
 * Finds the crop of each row where no column names it: by the numbers of John Deere, or in the column `Product` of SMS,
 * which has the crop in some exports and the variety in others. Unknown numbers are no crop.
 *
 * @example const { values, notes, problems } = await cropsOfRows(set.file, operationType, columns, stated, work);
 */
export async function cropsOfRows(
  file: string,
  operationType: OperationType,
  columns: AppendedColumn[],
  values: RawValue[],
  work: WorkDatabase,
): Promise<CropsOfRows> {
  const others = values.filter(({ property }) => property !== 'crop');
  const given = values.find(({ property }) => property === 'crop');
  if (operationType !== 'harvested' && operationType !== 'planted') return { values, notes: [], problems: [] };
  if (given) return ofColumn(file, given, others, columns, work);
  const product = columns.find(({ name, type }) => type === 'VARCHAR' && plainName(name) === 'product');
  const sql = product && columnOf(columns, product.name);
  const names = sql ? (await distinctOf(sql, work)).filter(isCrop) : [];
  if (!product || !sql || names.length === 0) return { values, notes: [], problems: [] };
  const crop = `case when ${sql} in (${names.map(text).join(', ')}) then ${sql} end`;
  return {
    values: [...others, { property: 'crop', sql: crop }],
    notes: [`crops were taken from the column ${product.name}`],
    problems: [],
  };
}

/** The crops of a column that may have numbers. */
async function ofColumn(
  file: string,
  given: RawValue,
  others: RawValue[],
  columns: AppendedColumn[],
  work: WorkDatabase,
): Promise<CropsOfRows> {
  const found = await distinctOf(given.sql, work);
  const codes = found.map((value) => value.trim()).filter((value) => value !== '' && Number.isInteger(Number(value)));
  if (codes.length === 0) return { values: [given, ...others], notes: [], problems: [] };
  const names = columns.map(({ name }) => name);
  const known = codes.flatMap((code) => {
    const crop = cropOfCode(Number(code), names);
    return crop ? [[code, crop] as const] : [];
  });
  const unknown = codes.filter((code) => !known.some(([one]) => one === code)).map((code) => String(Number(code)));
  const problems = unknown.length > 0 ? [machineProblem('unknownCropCodes', file, { codes: unknown })] : [];
  const isNamed = known.length > 0 || codes.length < found.length;
  const cases = codes.map((code) => {
    const crop = known.find(([one]) => one === code)?.[1];
    return `when ${text(code)} then ${crop ? text(crop) : 'null'}`;
  });
  const written = `trim((${given.sql})::varchar)`;
  const sql = `case ${written} ${cases.join(' ')} else ${written} end`;
  return {
    // Without a crop in any row, the one that came with the upload applies.
    values: isNamed ? [{ property: 'crop', sql }, ...others] : others,
    notes: known.map(([code, crop]) => `crop ${Number(code)} was taken for ${crop}`),
    problems,
  };
}

async function distinctOf(sql: string, work: WorkDatabase): Promise<string[]> {
  const found = await work.rows<{ value: string | null }>(
    `select distinct (${sql})::varchar as value from raw limit ${maxValues}`,
  );
  return found.flatMap(({ value }) => value ?? []);
}
