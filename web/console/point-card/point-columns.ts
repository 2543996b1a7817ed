import { parseUnit } from '../../../domain/machine-files/points/units.ts';
import { propertyTitle, unitText } from '../text/properties.ts';

/** A row of the table `points`, whose columns have the units of `docs/sql.md`. */
export type PointRow = Record<string, unknown>;

/** One line of a point's card. */
export interface PointColumn {
  /** The name of the column. */
  name: string;
  /** For people, such as `Harvest moisture`. */
  title: string;
  value: string;
}

/** The units of columns, and those in which the owner reads them. */
export interface ColumnUnits {
  column: Readonly<Record<string, string>>;
  /** By property. */
  shown: Readonly<Record<string, string>>;
}

const columnsOfRates = /(Mass|Count)(?=Rate)|Mass(?=Rate)/;
const left = new Set([
  'longitude',
  'latitude',
  'geometry',
  'fileId',
  'svcUserId',
  'apiOwnerUsername',
  'provider',
  'fieldIds',
  'originalOperationType',
  'products',
  'tankMix',
  'yieldVolume',
]);

/** The columns of a point that have a value, in the order of the table, in the owner's units. Products come last, by name and rate. */
export function columnsOf(row: PointRow, units: ColumnUnits): PointColumn[] {
  const columns = Object.entries(row).flatMap(([name, value]): PointColumn[] => {
    if (left.has(name) || value === null || value === undefined || value === '') return [];
    const written = writtenOf(name, value, units);
    return written === undefined ? [] : [{ name, title: titleOf(name.replace(columnsOfRates, '')), value: written }];
  });
  return [...columns, ...productsOf(row.products, units.shown)];
}

function writtenOf(name: string, value: unknown, { column, shown }: ColumnUnits): string | undefined {
  if (typeof value === 'string') return name === 'timestamp' ? `${value.slice(0, 19).replace('T', ' ')} UTC` : value;
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : undefined;
  if (typeof value !== 'number') return undefined;
  const from = column[name];
  const to = shown[name.replace(columnsOfRates, '')] ?? from;
  // A section or another number that counts nothing.
  if (from === undefined) return String(value);
  return amountText(value, from, to);
}

/** A value in the unit that it is to be read in; in its own where that one measures something else. */
function amountText(value: number, from: string, to = from): string {
  const [one, other] = [parseUnit(from), parseUnit(to)];
  const isConverted = one && other && one.dimension === other.dimension;
  const number = isConverted ? (value * one.factor) / other.factor : value;
  return `${numberText(number)} ${unitText(isConverted ? to : from)}`;
}

/** As many digits as a screen needs. @example numberText(4_306.22) // '4,306' */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const decimals = size >= 1_000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en', { maximumFractionDigits: decimals });
}

/** Columns beside the properties have no title of their own: `timestamp` is `Timestamp`. */
function titleOf(name: string): string {
  const title = propertyTitle(name);
  if (title !== name) return title;
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

interface Product {
  name?: string | null;
  rate?: { value: number; unit: string } | null;
}

function productsOf(products: unknown, shown: ColumnUnits['shown']): PointColumn[] {
  const list = typeof products === 'string' ? parsed(products) : products;
  if (!Array.isArray(list)) return [];
  return (list as Product[]).flatMap(({ name, rate }, index) =>
    name
      ? [
          {
            name: `products ${index}`,
            title: name,
            value: rate ? amountText(rate.value, rate.unit, shown.appliedRate) : 'no rate',
          },
        ]
      : [],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
