import type { Field } from '../../../../domain/fields/field.ts';
import type { FieldName, NewField } from '../../../../domain/fields/field-store.ts';
import { overlapPercent } from '../../../../domain/fields/overlap.ts';
import { boundedOverlay } from '../../../../domain/geometry/bounded-overlay.ts';
import { givenGeometry } from '../../../../domain/geometry/given-geometry.ts';
import type { Overlay } from '../../../../domain/geometry/overlay.ts';
import { limits } from '../../../../domain/limits.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { ofExistingUsers } from '../of-existing-users.ts';
import type { FieldsServices } from '../services.ts';
import { decodeName, encodeName, isAfter, type Searched } from './name-cursor.ts';

/** Shapes that are loaded at once. */
const loadedAtOnce = 20;

export interface OverlapQuery {
  ownerId: string;
  /** All users of the owner unless given. */
  svcUserId?: string | undefined;
  geometry: object;
  thresholdPercent: number;
}

/** One page of the fields whose active boundaries overlap a geometry by a percentage of the smaller of the two. */
export async function findOverlapping(
  { ownerId, svcUserId, geometry, thresholdPercent }: OverlapQuery,
  asked: PageRequest,
  services: FieldsServices,
): Promise<Page<Field>> {
  const { fields, overlay } = services;
  const shape = await givenGeometry(geometry, overlay);
  const after = asked.cursor === undefined ? undefined : decodeName({ ownerId, svcUserId }, asked.cursor);
  const near = (await fields.near(ownerId, svcUserId, shape)).filter((name) => !after || isAfter(name, after));
  const page = emptyPage({ ownerId, svcUserId }, asked);
  let engine: Overlay | undefined;
  for (let start = 0; start < near.length; start += loadedAtOnce) {
    const names = near.slice(start, start + loadedAtOnce);
    const shown = svcUserId === undefined ? await ofExistingUsers(ownerId, names, services) : names;
    engine ??= boundedOverlay(await overlay());
    for (const found of await fields.withShapes(ownerId, shown)) {
      if (overlapPercent(found.boundary.geometry, shape, engine) < thresholdPercent) continue;
      if (!page.take(found)) return { items: page.items, next: page.next() };
    }
  }
  return { items: page.items, total: after ? undefined : page.count() };
}

/** Gathers a page's fields until it is full, by number or by the length of their shapes. */
function emptyPage(searched: Searched, { page, size, cursor }: PageRequest) {
  const items: Field[] = [];
  let skip = cursor === undefined ? page * size : 0;
  let skipped = 0;
  let bytes = 0;
  let last: FieldName | undefined;
  return {
    items,
    /** False when there is no room for it. */
    take({ field, boundary }: NewField): boolean {
      if (skip > 0) {
        skip -= 1;
        skipped += 1;
        return true;
      }
      bytes += JSON.stringify(boundary.geometry).length;
      if (items.length === size || (items.length > 0 && bytes > limits.pageShapeBytes)) return false;
      items.push({ ...field, geometry: boundary.geometry, area: boundary.area });
      last = { svcUserId: field.svcUserId, fieldId: field.id };
      return true;
    },
    next: () => last && encodeName(searched, last),
    count: () => skipped + items.length,
  };
}
