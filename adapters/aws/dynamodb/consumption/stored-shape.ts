import { createHash } from 'node:crypto';
import { usageShapeKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { decodeWkb, encodeWkb } from '../../../../domain/geometry/wkb.ts';

/** Maximum bytes of a shape in an item. A tile has up to a hundred of them, and a transaction at most 4 MB. */
const maxInItem = 30_000;

/** A shape in an item as well-known binary, or the key of its object. */
export interface StoredShape {
  wkb?: Uint8Array;
  shapeKey?: string;
}

/**
 * Stores a shape in its item, or in the bucket. The object's name follows from the item and the content, so that an object belongs to one state of one item and never
 * changes.
 */
export async function storeShape(
  files: ObjectStore,
  ownerId: string,
  { pk, sk }: { pk: string; sk: string },
  { coordinates }: MultiPolygon,
): Promise<StoredShape> {
  const wkb = encodeWkb(coordinates);
  if (wkb.length <= maxInItem) return { wkb };
  const name = createHash('sha256').update(`${pk}\n${sk}\n`).update(wkb).digest('hex');
  const shapeKey = usageShapeKey(ownerId, 'tiles', name);
  await files.put(shapeKey, JSON.stringify(coordinates), 'application/json');
  return { shapeKey };
}

export async function loadShape(files: ObjectStore, { wkb, shapeKey }: StoredShape): Promise<MultiPolygon | undefined> {
  if (wkb) return { type: 'MultiPolygon', coordinates: decodeWkb(wkb).polygons };
  if (shapeKey === undefined) return undefined;
  const text = await files.getText(shapeKey);
  if (text === undefined) throw new Error(`the counted shape ${shapeKey} is missing`);
  return { type: 'MultiPolygon', coordinates: JSON.parse(text) };
}

/** Removes the object of a shape that its item no longer has. */
export async function forgetShape(
  files: ObjectStore,
  before: StoredShape | undefined,
  after?: StoredShape,
): Promise<void> {
  if (before?.shapeKey !== undefined && before.shapeKey !== after?.shapeKey) await files.remove([before.shapeKey]);
}
