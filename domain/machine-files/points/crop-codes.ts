import { writtenOut } from './column-meanings.ts';

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
