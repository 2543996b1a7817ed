import { boxOf } from '../../sql/geography/box.ts';
import type { Shape } from '../../sql/geography/shape.ts';
import { toWkbHex } from '../../sql/geography/wkb.ts';
import type { LakeRow } from './shard-store.ts';

/** The columns of a shape in a row: its WKB, and its bounding box in degrees. */
export function storedGeometry(shape: Shape | undefined): LakeRow {
  const [west, south, east, north] = (shape && boxOf(shape)) ?? [];
  return { geometry: shape && toWkbHex(shape), west, south, east, north };
}
