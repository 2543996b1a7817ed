import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { fieldRow } from '../../../../domain/lake-tables/rows.ts';
import type { ChangedRow } from '../../../../domain/lake-tables/shard.ts';
import type { LakeRow } from '../../../../domain/lake-tables/shard-store.ts';
import {
  boundaryKey,
  fieldFromItem,
  fieldKey,
  fieldPrefix,
  type StoredBoundary,
  type StoredField,
} from '../fields/field-item.ts';
import { loadGeometry } from '../fields/geometry-text.ts';
import { getMany } from '../get-many.ts';
import { numberedKey } from '../numbered-records.ts';
import type { Item, Table } from '../table.ts';
import { userItems } from '../user-items.ts';

/** Maximum fields whose shapes are in memory. */
const atOnce = 50;

/** The rows of changed fields, each with its active boundary and the grower of its farm. */
export async function* fieldRows(
  fields: Table,
  files: Pick<ObjectStore, 'getText'>,
  ownerId: string,
  changed: readonly ChangedRow[],
): AsyncGenerator<LakeRow> {
  const named = changed.filter(({ id }) => id !== undefined);
  for (let start = 0; start < named.length; start += atOnce) {
    const keys = named.slice(start, start + atOnce).map(({ svcUserId, id = '' }) => fieldKey(ownerId, svcUserId, id));
    yield* rowsOf(await getMany(fields, keys, { consistent: true }));
  }
  for (const { svcUserId, id } of changed) {
    if (id !== undefined) continue;
    let items: Item[] = [];
    for await (const item of userItems(fields, ownerId, svcUserId, fieldPrefix)) {
      if (items.push(item) < atOnce) continue;
      yield* rowsOf(items);
      items = [];
    }
    yield* rowsOf(items);
  }

  async function* rowsOf(items: readonly (Item | undefined)[]): AsyncGenerator<LakeRow> {
    const found = items.flatMap((item) => (item && fieldFromItem(item)) ?? []);
    const [boundaries, growers] = [await activeBoundaries(found), await growersOf(found)];
    for (const [index, { field }] of found.entries()) yield fieldRow(field, boundaries[index], growers[index]);
  }

  async function activeBoundaries(found: readonly StoredField[]): Promise<(Boundary | undefined)[]> {
    const keys = found.map(({ field, active }) =>
      boundaryKey(ownerId, field.svcUserId, field.id, active?.id ?? 'none'),
    );
    const items = await getMany(fields, keys, { consistent: true });
    return Promise.all(items.map((item) => item && loadGeometry(files, item.boundary as StoredBoundary)));
  }

  async function growersOf(found: readonly StoredField[]): Promise<(number | undefined)[]> {
    const keys = found.map(({ field: { svcUserId, farmId } }) => numberedKey('farm', ownerId, svcUserId, farmId ?? 0));
    const farms = await getMany(fields, unique(keys), { consistent: true });
    const growers = new Map(
      farms.flatMap((item) => (item ? [[`${item.pk}${item.sk}`, (item.farm as { growerId?: number }).growerId]] : [])),
    );
    return keys.map(({ pk, sk }) => growers.get(`${pk}${sk}`));
  }
}

/** BatchGetItem rejects repeated keys. */
function unique<K extends { pk: string; sk: string }>(keys: readonly K[]): K[] {
  return [...new Map(keys.map((key) => [`${key.pk}${key.sk}`, key])).values()];
}
