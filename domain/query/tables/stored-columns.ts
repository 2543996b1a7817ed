import type { CatalogueColumn } from '../../../sql/catalogue.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';
import { float } from './columns.ts';

/** What files have for columns of a catalogue: names with their types, each once, since several columns may stand for one. */
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

/** The columns of boxes, with their default where the box is unknown: the whole earth. */
export function wholeEarth(columns: readonly CatalogueColumn[]): ReadonlyMap<string, number> {
  return new Map(
    columns.flatMap(({ stored }): [string, number][] => {
      if (!('column' in stored) || !stored.box) return [];
      const { west, south, east, north } = stored.box;
      return [
        [west, -180],
        [south, -90],
        [east, 180],
        [north, 90],
      ];
    }),
  );
}
