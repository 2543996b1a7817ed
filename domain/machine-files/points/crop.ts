import * as z from 'zod';
import { writtenOut } from './column-meanings.ts';
import { cropRows } from './crop-rows.ts';
import { factorOf } from './units.ts';

export type CropRow = readonly [moisturePercent: number | null, poundsPerBushel: number | null, names: string];

/** Constants of a crop for yields. */
export interface Crop {
  name: string;
  /** In percent; absent if dry yield equals wet yield. */
  standardMoisture?: number;
  /** Kilograms per litre; absent if unknown. */
  kilogramsPerLitre?: number;
}

const byName = new Map(
  cropRows.flatMap(([moisture, pounds, names]) =>
    names.split('|').map((name): [string, Crop] => [
      name,
      {
        name,
        ...(moisture !== null && { standardMoisture: moisture }),
        ...(pounds !== null && { kilogramsPerLitre: (pounds * factorOf('lb')) / factorOf('bu') }),
      },
    ]),
  ),
);

/** Spellings of manufacturers, and names in other languages, in lower case. */
const aliases: Record<string, string> = {
  soybean: 'soybeans',
  soja: 'soybeans',
  soya: 'soybeans',
  'corn wet': 'corn',
  'corn dry': 'corn',
  'yellow corn': 'corn',
  'corn yellow': 'corn',
  'corn white': 'corn, white',
  'white corn': 'corn, white',
  milho: 'corn',
  maiz: 'corn',
  mais: 'corn',
  trigo: 'wheat',
  weizen: 'wheat',
  winterweizen: 'winter wheat',
  gerste: 'barley',
  raps: 'rapeseed',
  'sugar beets': 'sugar beet',
  'oil seed rape': 'rapeseed',
};

/**
 * The canonical name of a crop: lower case, without underscores, one name for several spellings. An unknown crop keeps
 * its own name.
 *
 * @example cropName(' Corn_Wet ') // 'corn'
 */
export function cropName(written: string): string {
  const plain = written.trim().toLowerCase().replaceAll('_', ' ').replace(/\s+/g, ' ');
  if (plain === '' || plain === '---' || /^\d+$/.test(plain)) return 'unknown';
  return aliases[plain] ?? plain;
}

/** The crop of files in an upload that name none. */
export const cropParameter = z
  .string()
  .max(100)
  .refine((crop) => cropName(crop) !== 'unknown', 'must be the name of a crop')
  .describe('The crop that was planted or harvested, such as `wheat`, for files that do not name one.');

/** Whether a text is the name of a known crop, in any of its spellings. */
export function isCrop(written: string): boolean {
  return byName.has(cropName(written));
}

/** A crop by its canonical name (`cropName`); only the name if it is unknown. */
export function cropNamed(name: string): Crop {
  return byName.get(name) ?? { name };
}

/**
 * Crops by their numbers in shapefiles of John Deere Operations Center, whose names are in the metadata beside them
 * (`CropToken`). The numbers are those of the public samples of the maker (github.com/JohnDeere/SampleData, MIT): 173 beside
 * `CORN_WET` and 174 beside `SOYBEANS`. No list of the others is published.
 */
const deereCrops: Record<number, string> = { 173: 'corn', 174: 'soybeans' };

/**
 * The crop of a number in a table; undefined for an unknown number, and for tables of other makers.
 *
 * @param columns the names of the table's columns.
 * @example cropOfCode(173, ['DISTANCE', 'SWATHWIDTH', 'Crop']) // 'corn'
 */
export function cropOfCode(code: number, columns: readonly string[]): string | undefined {
  const names = new Set(columns.map(writtenOut));
  return names.has('swathwidth') && names.has('distance') ? deereCrops[code] : undefined;
}
