import type { BatchOperation } from '../dynalite.ts';
import { keyNames, type SecondaryIndex, secondaryIndexes, type TableRecord } from '../tables/table-description.ts';
import { type Item, pick } from './item.ts';
import { indexKey, indexPrefix, isIndexed } from './row-keys.ts';
import type { Change } from './staged-writes.ts';

/** Writes that keep a table's indexes in step with a change of an item. */
export function indexChanges({ table, key, before, after }: Change): BatchOperation[] {
  const operations: BatchOperation[] = [];
  for (const index of secondaryIndexes(table.description)) {
    const oldKey = before && rowKey(table, index, before, key);
    const newKey = after && rowKey(table, index, after, key);
    if (oldKey !== undefined && oldKey !== newKey) operations.push({ type: 'del', key: oldKey });
    if (newKey !== undefined && after) {
      operations.push({ type: 'put', key: newKey, value: project(table, index, after) });
    }
  }
  return operations;
}

function rowKey(table: TableRecord, index: SecondaryIndex, item: Item, key: string): string | undefined {
  if (!isIndexed(table.description, index, item)) return undefined;
  return indexPrefix(table, index.IndexName) + indexKey(table.description, index, item, key);
}

function project(table: TableRecord, index: SecondaryIndex, item: Item): Item {
  if (index.Projection.ProjectionType === 'ALL') return item;
  return pick(item, projectedNames(table, index));
}

/** The attributes that an index projects, for indexes that do not project all. */
export function projectedNames(table: TableRecord, index: SecondaryIndex): string[] {
  const keys = [...keyNames(index.KeySchema), ...keyNames(table.description.KeySchema)];
  return [...keys, ...(index.Projection.NonKeyAttributes ?? [])];
}
