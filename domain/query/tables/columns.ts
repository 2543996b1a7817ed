import type { CatalogueColumn } from '../../../sql/catalogue.ts';
import { arrayOf, type SqlType, typeOf } from '../../../sql/types/sql-type.ts';

export const text = typeOf('STRING');
export const texts = arrayOf(text);
export const integer = typeOf('INT64');
export const float = typeOf('FLOAT64');
export const bool = typeOf('BOOL');
export const time = typeOf('TIMESTAMP');

/**
 * A column that is stored under its own name; a GEOGRAPHY is stored as WKB.
 *
 * @example storedColumn('state_fips', text, 'The two-digit FIPS code of the state.')
 */
export function storedColumn(name: string, type: SqlType, description: string, unit?: string): CatalogueColumn {
  return { name, type, stored: { column: name }, description, ...(unit !== undefined && { unit }) };
}

const box = { west: 'west', south: 'south', east: 'east', north: 'north' };

/** The column of a row's geometry, stored with its bounding box. */
export const geography = (description: string): CatalogueColumn => ({
  ...storedColumn('geometry', typeOf('GEOGRAPHY'), description),
  stored: { column: 'geometry', box },
});
