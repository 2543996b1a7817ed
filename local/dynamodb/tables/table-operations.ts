import { apiError } from '../api-error.ts';
import { type Answer, check } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { describeNewTable, withStream } from './new-table.ts';
import type { StreamViewType } from './table-definition.ts';

export async function createTable(engine: Engine, input: unknown): Promise<Answer> {
  const request = check('createTable', input);
  const stream = (input as { StreamSpecification?: { StreamEnabled?: boolean; StreamViewType?: StreamViewType } })
    .StreamSpecification;
  return engine.lock.hold([request.TableName], async () => {
    if (engine.tables.find(request.TableName)) {
      throw apiError('ResourceInUseException', `Table already exists: ${request.TableName}`);
    }
    const created = await describeNewTable(request, engine.clock);
    const description = withStream(created, stream?.StreamEnabled ? stream.StreamViewType : undefined, engine.clock);
    await engine.tables.sweep(request.TableName);
    await engine.tables.save({ description, generation: 1 });
    // Tables are ready at once; clients that wait for one see this with their next request.
    return { TableDescription: { ...description, TableStatus: 'CREATING' } };
  });
}

export async function deleteTable(engine: Engine, input: unknown): Promise<Answer> {
  const { TableName } = check('deleteTable', input);
  return engine.lock.hold([TableName], async () => {
    const { description } = engine.tables.get(TableName);
    await engine.tables.remove(TableName);
    return { TableDescription: { ...description, TableStatus: 'DELETING' } };
  });
}

export async function describeTable(engine: Engine, input: unknown): Promise<Answer> {
  const { TableName } = check('describeTable', input);
  return { Table: engine.tables.get(TableName).description };
}

export async function listTables(engine: Engine, input: unknown): Promise<Answer> {
  const request = check('listTables', input);
  const limit = (request.Limit as number | undefined) ?? 100;
  const after = (request.ExclusiveStartTableName as string | undefined) ?? '';
  const names = engine.tables.names().filter((name) => name > after);
  const page = names.slice(0, limit);
  return { TableNames: page, ...(names.length > limit && { LastEvaluatedTableName: page.at(-1) }) };
}
