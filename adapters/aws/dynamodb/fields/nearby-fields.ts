import { Problem } from '../../../../domain/errors.ts';
import type { FieldName } from '../../../../domain/fields/field-store.ts';
import { coverCells } from '../../../../domain/geometry/cells.ts';
import { type Bounds, boundsOf, type MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { getMany } from '../get-many.ts';
import { type IndexRange, readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';
import { type CellEntry, cellFromItem, ownerCells, prefixesAt } from './cell-item.ts';
import { userPartition } from './field-item.ts';

/** Maximum cells of the searched shape; more cells would read fewer rows with more queries. */
const maxCells = 4;

/** Maximum candidates of a search; each may have to be compared with the shape. */
const maxFound = 10_000;
const rowsAtOnce = 1_000;

/** Fields whose active boundary may overlap a shape: of one user, or of all users of the owner. Ordered by id. */
export async function nearbyFields(
  fields: Table,
  ownerId: string,
  svcUserId: string | undefined,
  { coordinates }: MultiPolygon,
): Promise<FieldName[]> {
  const bounds = boundsOf(coordinates);
  if (!bounds) return [];
  const found = new Map<string, FieldName>();
  await Promise.all(
    prefixesAt(coverCells(coordinates, maxCells)).map(async (prefix) => {
      for await (const entry of entriesOf(fields, rangeOf(ownerId, svcUserId, prefix))) {
        if (!boxesMeet(entry.bounds, bounds)) continue;
        found.set(`${entry.fieldId}#${entry.svcUserId}`, { svcUserId: entry.svcUserId, fieldId: entry.fieldId });
        if (found.size > maxFound) throw tooMany();
      }
    }),
  );
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}

function rangeOf(ownerId: string, svcUserId: string | undefined, prefix: string): IndexRange {
  if (svcUserId !== undefined) {
    return { partitionKey: 'pk', partition: userPartition(ownerId, svcUserId), sortKey: 'sk', prefix };
  }
  const partition = ownerCells(ownerId);
  return { index: 'byOwner', partitionKey: 'ownerKey', partition, sortKey: 'listKey', prefix };
}

async function* entriesOf(fields: Table, range: IndexRange): AsyncGenerator<CellEntry> {
  let from: Item | undefined;
  do {
    const { keys, last } = await readKeys(fields, range, rowsAtOnce, from);
    const items = range.index === undefined ? keys : await getMany(fields, keys);
    for (const item of items) {
      const entry = item && cellFromItem(item);
      if (entry) yield entry;
    }
    from = last;
  } while (from);
}

function boxesMeet(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}

function tooMany(): Problem {
  const message = `More than ${maxFound} fields lie in reach of this geometry. Ask for a smaller one, piece by piece.`;
  return new Problem('invalid', message, {
    errorKey: 'geometryTooWide',
    errors: [{ pointer: '#/geometry', message }],
  });
}
