import { readValue } from '../values.ts';
import type { SampleRole } from './column-roles.ts';
import { depthInHeading } from './heading-depths.ts';
import { type HeadingContext, resultHeading } from './headings.ts';
import type { SheetColumn, SheetRow } from './sheet.ts';

/** Rows by which columns are judged. */
const looked = 200;
/** Share of different texts that must be analytes in a column that is called so, and in any other one. */
const [calledShare, otherShare] = [0.3, 0.8];
/** Share of numbers in a column of values whose heading says nothing. */
const numericShare = 0.5;

/** Roles that columns have only in tables with a row for each result. */
const long: (SampleRole | undefined)[] = ['analyte', 'value', 'unit', 'method', 'qualifier'];

/** Columns of a table and, where they are one of several columns of results, the one whose heading is the id of its sample. */
export interface ReadColumns {
  columns: SheetColumn[];
  sample?: SheetColumn;
}

/**
 * The columns of a table with a row for each result, where it is one: of several that may name analytes, the one whose cells do, and values
 * beside it; or several columns of values without ids, each of one sample. In other tables, headings such as `Measured` say nothing.
 */
export function longColumns(columns: SheetColumn[], body: SheetRow[], context: HeadingContext): ReadColumns[] {
  const rows = body.slice(0, looked);
  const analyte = analyteColumn(columns, rows);
  const values = analyte ? valueColumns(columns, rows, analyte) : [];
  const [value, second] = values;
  const asWide = () => [{ columns: columns.map((one) => (long.includes(one.role) ? withoutRole(one, context) : one)) }];
  if (!analyte || !value) return asWide();
  const isBySample =
    value.role === undefined && !columns.some(({ role, result }) => identifying.includes(role) || result?.code);
  if (second && !isBySample) return asWide();
  return values.map((own) => ({
    columns: columns
      .filter((one) => one === own || !values.includes(one))
      .map((one) => {
        if (one === analyte) return { index: one.index, heading: one.heading, role: 'analyte' };
        if (one !== own) return one.role === 'analyte' || one.role === 'value' ? withoutRole(one, context) : one;
        return { index: one.index, heading: one.heading, role: 'value', ...(one.unit && { unit: one.unit }) };
      }),
    ...(isBySample && { sample: own }),
  }));
}

const identifying: (SampleRole | undefined)[] = ['sampleId', 'pointId', 'labNumber', 'otherId'];

/** A column whose heading would have a role in another table; what the sender has said of one stays. */
function withoutRole(column: SheetColumn, context: HeadingContext): SheetColumn {
  if (column.given) return column;
  const { index, heading, unit } = column;
  return { index, heading, result: resultHeading(heading, context), ...(unit !== undefined && { unit }) };
}

function analyteColumn(columns: SheetColumn[], rows: SheetRow[]): SheetColumn | undefined {
  const scored = columns.flatMap((column) => {
    if (column.given) return [];
    const isCalled = column.role === 'analyte';
    if (!isCalled && (column.result?.code || !['ignored', 'value', 'method', undefined].includes(column.role)))
      return [];
    const texts = [...new Set(textsOf(rows, column))];
    const known = texts.filter(isAnalyte).length;
    const isEnough = isCalled
      ? known > 0 && known >= texts.length * calledShare
      : known > 1 && known >= texts.length * otherShare;
    return isEnough ? [{ column, score: known / texts.length + Number(isCalled) }] : [];
  });
  return scored.sort((a, b) => b.score - a.score)[0]?.column;
}

/** The column of values; several where none is called so. */
function valueColumns(columns: SheetColumn[], rows: SheetRow[], analyte: SheetColumn): SheetColumn[] {
  const numbersIn = (column: SheetColumn) => {
    const texts = textsOf(rows, column);
    const numbers = texts.filter((text) => isNumber(text)).length;
    return texts.length === 0 ? 0 : numbers / texts.length;
  };
  const others = columns.filter((one) => one !== analyte && !one.given);
  const called = others.filter(({ role }) => role === 'value' || role === 'analyte');
  const best = called.map((column) => ({ column, share: numbersIn(column) })).sort((a, b) => b.share - a.share)[0];
  if (best && (best.share > 0 || best.column.role === 'value')) return [best.column];
  const open = others.filter(({ role, result }) => role === undefined && !result?.code);
  return open.filter((column) => numbersIn(column) >= numericShare);
}

const textsOf = (rows: SheetRow[], { index }: SheetColumn) =>
  rows.flatMap(({ cells }) => (cells[index] ?? '').trim() || []);
const isNumber = (text: string) => readValue(text).kind === 'number' || readValue(text, ',').kind === 'number';

function isAnalyte(text: string): boolean {
  if (text.length > 80 || isNumber(text)) return false;
  const read = resultHeading(depthInHeading(text)?.rest ?? text);
  return read.code !== undefined || read.isDoubtful === true;
}
