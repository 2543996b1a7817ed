import { check, type Request } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { describeNewTable, withStream } from './new-table.ts';
import { rebuildTable } from './rebuild-table.ts';
import { sameRows, type TableDefinition } from './table-definition.ts';
import type { TableDescription, TableRecord } from './table-description.ts';

/** Names by which other resources refer to a table and its stream. */
export interface TableNames {
  tableArn: string;
  /** Absent when the table has no stream. */
  streamArn?: string;
}

/**
 * Creates a table or adapts it to its definition: turns its stream and time to live on or off, and rebuilds it when its
 * keys or indexes have changed. Every row is kept, and a process that is killed on the way leaves the table unchanged.
 *
 * @throws Error when rows do not fit the new keys; the table is then unchanged.
 */
export async function ensureTable(engine: Engine, definition: TableDefinition): Promise<TableNames> {
  const request = check('createTable', createRequest(definition));
  await engine.lock.hold([definition.tableName], () => bringAbout(engine, definition, request));
  const { TableArn: tableArn, LatestStreamArn: streamArn } = engine.tables.get(definition.tableName).description;
  return { tableArn, ...(streamArn !== undefined && { streamArn }) };
}

async function bringAbout(engine: Engine, definition: TableDefinition, request: Request): Promise<void> {
  const existing = engine.tables.find(definition.tableName);
  if (existing && sameRows(definition, existing.description)) {
    const wanted = configure(engine, definition, existing, existing.description);
    if (JSON.stringify(wanted) !== JSON.stringify(existing)) await engine.tables.save(wanted);
    return;
  }
  const created = await describeNewTable(request, engine.clock);
  if (existing) {
    const description = { ...streamOf(existing.description), ...created, ...identityOf(existing.description) };
    const { recovery: _, ...anew } = existing;
    await rebuildTable(engine, existing, configure(engine, definition, anew, description));
  } else {
    await engine.tables.sweep(definition.tableName);
    await engine.tables.save(configure(engine, definition, { description: created, generation: 1 }, created));
  }
}

function createRequest(definition: TableDefinition): Record<string, unknown> {
  return structuredClone({
    TableName: definition.tableName,
    KeySchema: definition.keySchema,
    AttributeDefinitions: definition.attributeDefinitions,
    BillingMode: 'PAY_PER_REQUEST',
    ...(definition.globalSecondaryIndexes?.length && { GlobalSecondaryIndexes: definition.globalSecondaryIndexes }),
  });
}

function configure(
  engine: Engine,
  definition: TableDefinition,
  { timeToLiveAttribute: _, recovery, ...record }: TableRecord,
  description: TableDescription,
): TableRecord {
  return {
    ...record,
    description: withStream(description, definition.streamViewType, engine.clock),
    ...(definition.recoveryDays !== undefined && {
      recovery: { days: definition.recoveryDays, since: recovery?.since ?? engine.clock.now() },
    }),
    ...(definition.timeToLiveAttribute !== undefined && { timeToLiveAttribute: definition.timeToLiveAttribute }),
  };
}

function identityOf({ TableId, CreationDateTime }: TableDescription) {
  return { TableId, CreationDateTime };
}

function streamOf({ LatestStreamArn, LatestStreamLabel }: TableDescription) {
  return { ...(LatestStreamArn && { LatestStreamArn }), ...(LatestStreamLabel && { LatestStreamLabel }) };
}
