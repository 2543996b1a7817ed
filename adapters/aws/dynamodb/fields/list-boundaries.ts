import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { limits } from '../../../../domain/limits.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { encodeCursor } from '../lists/cursor.ts';
import { indexPage } from '../lists/index-page.ts';
import type { Table } from '../table.ts';
import { boundaryKey, boundaryPrefix, type StoredBoundary, userPartition } from './field-item.ts';
import { loadGeometry } from './geometry-text.ts';

/**
 * One page of the versions of a boundary, in the order of their creation, cut before their shapes exceed the size of a
 * response.
 */
export async function listBoundaries(
  fields: Table,
  files: Pick<ObjectStore, 'getText'>,
  { ownerId, svcUserId, fieldId }: { ownerId: string; svcUserId: string; fieldId: string },
  asked: PageRequest,
): Promise<Page<Boundary>> {
  const range = {
    partitionKey: 'pk',
    partition: userPartition(ownerId, svcUserId),
    sortKey: 'sk',
    prefix: boundaryPrefix(fieldId),
    descending: asked.sort[0]?.descending,
  };
  const page = await indexPage(fields, range, asked, (item) => item.boundary as StoredBoundary);
  const shown = page.items.slice(0, countThatFits(page.items));
  const items = await Promise.all(shown.map((stored) => loadGeometry(files, stored)));
  const last = shown.at(-1);
  if (!last || shown.length === page.items.length) return { ...page, items };
  return { ...page, items, next: encodeCursor(fields, range, boundaryKey(ownerId, svcUserId, fieldId, last.id)) };
}

/** At least one, so that the list ends. */
function countThatFits(items: StoredBoundary[]): number {
  let bytes = 0;
  const over = items.findIndex(({ geometryBytes }) => {
    bytes += geometryBytes;
    return bytes > limits.pageShapeBytes;
  });
  return over < 0 ? items.length : Math.max(1, over);
}
