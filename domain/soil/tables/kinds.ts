import { readValue } from '../values.ts';
import { columnOf, type Table } from './sheet.ts';

/** Kinds of samples that are no soil, as columns of kinds name them; single letters in "Kind Of Sample". */
const otherKinds = new Set([
  'plant',
  'plants',
  'plant tissue',
  'tissue',
  'leaf',
  'leaves',
  'petiole',
  'manure',
  'slurry',
  'compost',
  'water',
  'irrigation water',
  'feed',
  'forage',
  'fertilizer',
  'residue',
  'nematode',
  'p',
  'w',
  'm',
  'f',
]);

/** The kind that a row names, if it is not soil. */
export function otherKindOf(table: Table, row: string[]): string | undefined {
  const column = columnOf(table, 'kind');
  const kind = column && row[column.index]?.trim();
  return kind && otherKinds.has(kind.toLowerCase()) ? kind : undefined;
}

/**
 * Whether a table has results of plants: columns that only such tables have, or contents in per cent of dry matter. Leaves have up to 8 % nitrogen,
 * 1.5 % phosphorus and 10 % potassium (Mills and Jones, "Plant Analysis Handbook II", 1996); soil has, in mg/kg, more than these numbers.
 */
export function isOfPlants(table: Table): boolean {
  if (columnOf(table, 'plant')) return true;
  const codes = new Set(table.columns.flatMap(({ result }) => result?.code ?? []));
  const soilAlone = ['pH', 'BpH', 'OM', 'CEC', 'sand', 'BSCa', 'BSK'] as const;
  if (soilAlone.some((code) => codes.has(code)) || columnOf(table, 'depth', 'depthTop', 'depthBottom')) return false;
  const largest = (code: string) => {
    const at = table.columns.find(({ result }) => result?.code === code)?.index;
    const values = at === undefined ? [] : table.body.map((row) => readValue(row[at] ?? ''));
    return Math.max(
      ...values.flatMap((read) => (read.kind === 'number' ? [read.value] : [])),
      Number.NEGATIVE_INFINITY,
    );
  };
  const isWithin = (code: string, most: number) => largest(code) > 0 && largest(code) <= most;
  return isWithin('TN', 8) && isWithin('P', 1.5) && isWithin('K', 10);
}
