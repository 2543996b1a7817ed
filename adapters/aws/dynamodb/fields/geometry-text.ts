import type { Boundary } from '../../../../domain/fields/boundary.ts';
import { geometryKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import type { StoredBoundary } from './field-item.ts';

/**
 * Maximum characters of a shape in an item; longer ones are stored in the bucket. An item has at most 400 kB, and a
 * page of boundaries should stay cheap to read.
 */
const maxInItem = 100_000;

/**
 * Stores a boundary's shape, in the item or in the bucket. As text, which takes a tenth of the space and time of a
 * DynamoDB list.
 */
export async function storeGeometry(
  files: ObjectStore,
  ownerId: string,
  svcUserId: string,
  { geometry, ...boundary }: Boundary,
): Promise<StoredBoundary> {
  const geometryText = JSON.stringify(geometry);
  const geometryBytes = geometryText.length;
  if (geometryBytes <= maxInItem) return { ...boundary, geometryText, geometryBytes };
  const key = geometryKey(ownerId, svcUserId, boundary.id);
  await files.put(key, geometryText, 'application/geo+json');
  return { ...boundary, geometryKey: key, geometryBytes };
}

/**
 * A boundary with its shape.
 *
 * @example const { geometry } = await loadGeometry(files, item.boundary as StoredBoundary);
 */
export async function loadGeometry(files: Pick<ObjectStore, 'getText'>, stored: StoredBoundary): Promise<Boundary> {
  const { geometryText, geometryKey: key, geometryBytes: _, ...boundary } = stored;
  const text = geometryText ?? (key && (await files.getText(key)));
  if (!text) throw new Error(`the shape of boundary ${boundary.id} is missing`);
  return { ...boundary, geometry: JSON.parse(text) as MultiPolygon };
}
