import * as z from 'zod';
import { cropRows } from './crop-rows.ts';
import { factorOf } from './units.ts';

export type CropRow = readonly [moisturePercent: number | null, poundsPerBushel: number | null, names: string];

/** What yields of a crop are computed with. */
export interface Crop {
  name: string;
  /** Percent; absent when the dry yield is the wet one. */
  standardMoisture?: number;
  /** Kilograms per litre; absent when no bushel is known. */
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

/** Spellings of makers, and names in other languages, in lower case. */
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
 * The name of a crop as this service writes it: lower case, without underscores, one name for several spellings.
 * A crop that is in no table keeps its own name.
 */
export function cropName(written: string): string {
  const plain = written.trim().toLowerCase().replaceAll('_', ' ').replace(/\s+/g, ' ');
  if (plain === '' || plain === '---' || /^\d+$/.test(plain)) return 'unknown';
  return aliases[plain] ?? plain;
}

/** The crop of an upload, for what in it names none. */
export const cropParameter = z
  .string()
  .max(100)
  .refine((crop) => cropName(crop) !== 'unknown', 'must be the name of a crop')
  .describe('The crop that was planted or harvested, such as `wheat`, for files that do not name one.');

/** Whether a text is the name of a crop that is in the table, in any of its spellings. */
export function isCrop(written: string): boolean {
  return byName.has(cropName(written));
}

/** What is known of a crop by its name as `cropName` gives it; the name alone when it is in no table. */
export function cropNamed(name: string): Crop {
  return byName.get(name) ?? { name };
}
