import type { Shape } from '../../../../sql/geography/shape.ts';
import { doublesOf, type RawColumn, rawField } from './raw-column.ts';
import { bytesAt } from './raw-texts.ts';

/** A geography in the memory of the chunk: degrees of a point, or WKB. */
export type RawShape = Extract<Shape, { type: 'Point' }> | Uint8Array;

/** The geographies of a column by row. */
export function rawShapes(column: RawColumn): (row: number) => RawShape | undefined {
  const [wkb, x, y] = [0, 1, 2].map((field) => rawField(column, field)) as [RawColumn, RawColumn, RawColumn];
  const [longitudes, latitudes] = [doublesOf(x), doublesOf(y)];
  const has = ({ hasValue }: RawColumn, row: number) => hasValue?.(row) !== false;
  return (row) => {
    if (!has(column, row)) return undefined;
    if (has(x, row) && has(y, row)) return { type: 'Point', coordinates: [longitudes[row] ?? 0, latitudes[row] ?? 0] };
    return has(wkb, row) ? bytesAt(wkb, row) : undefined;
  };
}
