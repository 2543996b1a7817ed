import type { CatalogueColumn } from '../../../sql/catalogue.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';
import { float } from './columns.ts';

/**
 * The stored columns of a catalogue's columns, by name with their types; several columns may share one.
 *
 * @example for (const [name, type] of storedColumns(columns)) sql.push(`${name} ${typeText(type)}`);
 */
export function storedColumns(columns: readonly CatalogueColumn[]): ReadonlyMap<string, SqlType> {
  return new Map(
    columns.flatMap(({ type, stored }): [string, SqlType][] => {
      if ('longitude' in stored) return [stored.longitude, stored.latitude].map((name) => [name, float]);
      return [
        [stored.column, type],
        ...(stored.beside === undefined ? [] : [[stored.beside, type] satisfies [string, SqlType]]),
        ...Object.values(stored.box ?? {}).map((name): [string, SqlType] => [name, float]),
      ];
    }),
  );
}
