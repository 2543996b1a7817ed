import { validationError } from '../api-error.ts';
import { type Answer, act, check, type Request } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { commit } from './commit.ts';
import { addFailedItem, wantsFailedItem } from './failed-condition.ts';
import { stageWrites } from './staged-writes.ts';

/** Source: BatchWriteItem, "up to 25 items". Dynalite checks it per table only. */
const maximumBatchWrites = 25;

export async function putItem(engine: Engine, input: unknown): Promise<Answer> {
  return write(engine, 'putItem', input);
}

export async function updateItem(engine: Engine, input: unknown): Promise<Answer> {
  return write(engine, 'updateItem', input);
}

export async function deleteItem(engine: Engine, input: unknown): Promise<Answer> {
  return write(engine, 'deleteItem', input);
}

async function write(engine: Engine, operation: string, input: unknown): Promise<Answer> {
  const showFailed = wantsFailedItem(input);
  const request = check(operation, input);
  return engine.lock.hold([request.TableName], () => stageAndCommit(engine, operation, request, showFailed));
}

/** Writes a batch at once; AWS may write it in parts, so no caller may rely on that. */
export async function batchWriteItem(engine: Engine, input: unknown): Promise<Answer> {
  const request = check('batchWriteItem', input);
  const items = request.RequestItems as Record<string, unknown[]>;
  const count = Object.values(items).reduce((sum, requests) => sum + requests.length, 0);
  if (count > maximumBatchWrites) throw validationError('Too many items requested for the BatchWriteItem call');
  return engine.lock.hold(Object.keys(items), () => stageAndCommit(engine, 'batchWriteItem', request, false));
}

async function stageAndCommit(
  engine: Engine,
  operation: string,
  request: Request,
  showFailed: boolean,
): Promise<Answer> {
  const staged = stageWrites(engine.database, engine.tables);
  try {
    const answer = await act(operation, staged.store, request);
    await commit(engine, staged.changes());
    return answer;
  } catch (error) {
    if (showFailed) addFailedItem(error, staged.lastRead());
    throw error;
  }
}
