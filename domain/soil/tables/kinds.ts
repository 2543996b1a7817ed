import { readValue } from '../values.ts';
import { isLong } from './families.ts';
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

/** Codes that only tables of soil have. */
const soilAlone = [
  'pH',
  'saltPH',
  'BpH',
  'OM',
  'OC',
  'CEC',
  'sand',
  'BSCa',
  'BSK',
  'NO3N',
  'P',
  'K',
  'Ca',
  'Mg',
] as const;

/** Headings of logs of grain, as analysers of protein on combines and in bins write them. */
const grain =
  /\b(?:protein|proteine|proteina|eiweiss|oil|starch|gluten|test ?weight|bushel|yield|rendement|rendimiento|ertrag)\b/i;

/** Headings of loggers in the ground. */
const logger =
  /\b(?:sensor|logger|probe ?(?:id|serial)|device|node ?id|station|vwc|volumetric|water potential|matric|kpa|cbar|battery|rssi|timestamp|date ?time|soil temp(?:erature)?)\b/i;

/** Results that sensors measure too. */
const sensed: (string | undefined)[] = ['moisture', 'EC'];

/** What a table has that is no soil; undefined for results of soil. */
export function otherThanSoil(table: Table): string | undefined {
  if (isOfPlants(table)) return 'results of plant tissue';
  const headings = table.columns.map(({ heading }) => heading.replaceAll(/[_-]/g, ' '));
  const codes = table.columns.flatMap(({ result }) => result?.code ?? []);
  if (isLong(table) || soilAlone.some((code) => codes.includes(code))) return undefined;
  if (!codes.every((code) => sensed.includes(code))) return undefined;
  if (headings.some((heading) => grain.test(heading))) return 'a log of grain';
  const isLogged = headings.some((heading) => logger.test(heading)) || (codes.includes('moisture') && hasTimes(table));
  return isLogged ? 'a log of sensors' : undefined;
}

/** Whether rows have times of a day, as those of loggers. */
function hasTimes(table: Table): boolean {
  return table.body.slice(0, 5).some(({ cells }) => cells.some((cell) => /\d[ T]\d{1,2}:\d{2}(?::\d{2})?/.test(cell)));
}

/**
 * Whether a table has results of plants: columns that only such tables have, or contents in per cent of dry matter. Leaves have up to 8 % nitrogen,
 * 1.5 % phosphorus and 10 % potassium (Mills and Jones, "Plant Analysis Handbook II", 1996); soil has, in mg/kg, more than these numbers.
 */
function isOfPlants(table: Table): boolean {
  if (columnOf(table, 'plant')) return true;
  const codes = new Set(table.columns.flatMap(({ result }) => result?.code ?? []));
  const never = ['pH', 'BpH', 'OM', 'CEC', 'sand', 'BSCa', 'BSK'] as const;
  if (never.some((code) => codes.has(code)) || columnOf(table, 'depth', 'depthTop', 'depthBottom')) return false;
  const largest = (code: string) => {
    const at = table.columns.find(({ result }) => result?.code === code)?.index;
    const values = at === undefined ? [] : table.body.map(({ cells }) => readValue(cells[at] ?? ''));
    return Math.max(
      ...values.flatMap((read) => (read.kind === 'number' ? [read.value] : [])),
      Number.NEGATIVE_INFINITY,
    );
  };
  const isWithin = (code: string, most: number) => largest(code) > 0 && largest(code) <= most;
  return isWithin('TN', 8) && isWithin('P', 1.5) && isWithin('K', 10);
}
