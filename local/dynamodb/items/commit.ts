import type { BatchOperation } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import type { UserIdentity } from '../streams.ts';
import { indexChanges } from './index-rows.ts';
import { itemPrefix } from './row-keys.ts';
import type { Change } from './staged-writes.ts';

export interface CommitOptions {
  /** Written in the same batch. */
  alongside?: BatchOperation[];
  /** The service that made the changes, if it was not a client. */
  identity?: UserIdentity;
}

/**
 * Writes changes with their index rows and stream records in one batch. LevelDB writes a batch wholly or not at all, so
 * that a process killed half way leaves neither half a transaction nor an index row without its item: its log is the
 * journal, and opening the database is the roll-back. Call it under the lock of every table concerned.
 *
 * @example await commit(engine, staged.changes());
 */
export async function commit(engine: Engine, changes: Change[], options: CommitOptions = {}): Promise<void> {
  const operations: BatchOperation[] = [...(options.alongside ?? [])];
  const streaming = new Set<string>();
  for (const change of changes) {
    operations.push(...rowChanges(change));
    const record = engine.streams.record(change, options.identity);
    if (record.length > 0) streaming.add(change.table.description.TableName);
    operations.push(...record, ...engine.history.record(change));
  }
  if (operations.length === 0) return;
  await engine.database.batch(operations);
  for (const tableName of streaming) engine.announce(tableName);
}

/**
 * The rows of a changed item and of the indexes it is in.
 *
 * @example await engine.database.batch(changes.flatMap(rowChanges));
 */
export function rowChanges(change: Change): BatchOperation[] {
  const { table, key, before, after } = change;
  const fullKey = itemPrefix(table) + key;
  const row: BatchOperation[] = after
    ? [{ type: 'put', key: fullKey, value: after }]
    : before
      ? [{ type: 'del', key: fullKey }]
      : [];
  return [...row, ...indexChanges(change)];
}
