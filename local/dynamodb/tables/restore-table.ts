import { randomUUID } from 'node:crypto';
import { apiError, tableNotFound, validationError } from '../api-error.ts';
import { valuesInChunks } from '../database.ts';
import { type Answer, check } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { earliestMoment } from '../history.ts';
import { rowChanges } from '../items/commit.ts';
import type { Item } from '../items/item.ts';
import { itemKey, itemPrefix, under } from '../items/row-keys.ts';
import type { TableDescription, TableRecord } from './table-description.ts';

interface RestoreInput {
  SourceTableName?: string;
  TargetTableName?: string;
  /** Seconds since the epoch. */
  RestoreDateTime?: number;
  UseLatestRestorableTime?: boolean;
}

/**
 * Restores a table to a point in time into a new table: copies its rows and undoes every later change. As in
 * AWS the new table has its keys and indexes, but no stream, no time to live and no recovery of its own.
 */
export async function restoreTableToPointInTime(engine: Engine, input: unknown): Promise<Answer> {
  const request = input as RestoreInput;
  const { TableName: source } = check('describeTable', { TableName: request.SourceTableName });
  const { TableName: target } = check('describeTable', { TableName: request.TargetTableName });
  return engine.lock.hold([source, target], async () => {
    const from = engine.tables.find(source);
    if (!from) throw tableNotFound(source);
    if (engine.tables.find(target)) throw apiError('TableAlreadyExistsException', `Table already exists: ${target}`);
    const moment = momentOf(engine, from, request);
    const table: TableRecord = { description: describe(from.description, target, engine), generation: 1 };
    const draft = { ...table, description: { ...table.description, TableStatus: 'CREATING' } };
    // A table left unfinished by a crash is removed at the next start.
    await engine.tables.save(draft);
    await engine.tables.sweep(target);
    await copyRows(engine, from, table);
    await undoChanges(engine, source, moment, table);
    await engine.tables.save(table);
    return { TableDescription: draft.description };
  });
}

function momentOf(
  engine: Engine,
  table: TableRecord,
  { RestoreDateTime, UseLatestRestorableTime }: RestoreInput,
): number {
  const name = table.description.TableName;
  if (!table.recovery) {
    throw apiError(
      'PointInTimeRecoveryUnavailableException',
      `Point in time recovery is not enabled for table '${name}'`,
    );
  }
  const now = engine.clock.now();
  if (UseLatestRestorableTime) return now;
  if (typeof RestoreDateTime !== 'number') {
    throw validationError('One of RestoreDateTime and UseLatestRestorableTime must be given');
  }
  const moment = Math.round(RestoreDateTime * 1000);
  const earliest = earliestMoment(table, now);
  if (moment >= earliest && moment <= now) return moment;
  const range = `${new Date(earliest).toISOString()} to ${new Date(now).toISOString()}`;
  throw apiError('InvalidRestoreTimeException', `The restore time of '${name}' must be within ${range}`);
}

function describe(source: TableDescription, TableName: string, { clock }: Engine): TableDescription {
  const {
    StreamSpecification: _,
    LatestStreamArn: __,
    LatestStreamLabel: ___,
    ...description
  } = structuredClone(source);
  const TableArn = `${source.TableArn.slice(0, -source.TableName.length)}${TableName}`;
  return { ...description, TableName, TableArn, TableId: randomUUID(), CreationDateTime: clock.now() / 1000 };
}

async function copyRows(engine: Engine, from: TableRecord, table: TableRecord): Promise<void> {
  for await (const items of valuesInChunks<Item>(engine.database, under(itemPrefix(from)))) {
    const rows = items.map((after) => ({ table, key: itemKey(table.description, after), before: undefined, after }));
    await engine.database.batch(rows.flatMap(rowChanges));
  }
}

async function undoChanges(engine: Engine, source: string, moment: number, table: TableRecord): Promise<void> {
  for await (const chunk of engine.history.after(source, moment)) {
    // The oldest of several changes of an item holds its earlier state.
    const undone = new Map(chunk.map(({ keys, before }) => [itemKey(table.description, keys), before]));
    const changes = [...undone].map(([key, after]) => {
      const before = engine.database.getSync(itemPrefix(table) + key) as Item | undefined;
      return { table, key, before, after };
    });
    await engine.database.batch(changes.flatMap(rowChanges));
  }
}
