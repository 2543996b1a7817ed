import { createHash } from 'node:crypto';
import { validationError } from '../api-error.ts';
import { type Answer, act, check, dynalite, type Request } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { commit } from '../items/commit.ts';
import { addFailedItem, wantsFailedItem } from '../items/failed-condition.ts';
import type { Item, ItemKey } from '../items/item.ts';
import { itemBytes } from '../items/item-size.ts';
import { itemKey } from '../items/row-keys.ts';
import { type StagedWrites, stageWrites } from '../items/staged-writes.ts';
import { noReason, reasonOf, transactionCanceled } from './cancellation.ts';
import { consumedCapacity, refuseRepeatedItems, refuseTooManyBytes, transactionItems } from './transaction-items.ts';

/** A ConditionCheck has the members of a conditional delete, and is checked as one. */
const actions = { Put: 'putItem', Update: 'updateItem', Delete: 'deleteItem', ConditionCheck: 'deleteItem' } as const;
type Kind = keyof typeof actions;

interface Step {
  kind: Kind;
  request: Request;
  showFailed: boolean;
}

/** Makes all of the changes, or none; the error then has a reason for each item. */
export async function transactWriteItems(engine: Engine, input: unknown): Promise<Answer> {
  const items = transactionItems(input);
  const token = readToken(input);
  const content = createHash('sha256').update(JSON.stringify(items)).digest('base64');
  const steps = items.map(readStep);
  const tableNames = steps.map(({ request }) => request.TableName);
  return engine.lock.hold(tableNames, async () => {
    refuseRepeatedItems(steps.map((step) => keyOf(engine, step)));
    if (token && engine.tokens.isMade(token, content)) return consumedCapacity(input, []);
    const staged = stageWrites(engine.database, engine.tables);
    await stageAll(engine, staged, steps);
    const changes = staged.changes();
    refuseTooManyBytes(changes.reduce((sum, { before, after }) => sum + itemBytes(after ?? before ?? {}), 0));
    await commit(engine, changes, { alongside: token ? engine.tokens.remember(token, content) : [] });
    const consumed = changes.map(({ table, before, after }) => ({
      tableName: table.description.TableName,
      units: Math.max(units(before), units(after)),
    }));
    return consumedCapacity(input, consumed);
  });
}

function readToken(input: unknown): string | undefined {
  const token = (input as { ClientRequestToken?: unknown }).ClientRequestToken ?? undefined;
  if (token === undefined) return undefined;
  if (typeof token === 'string' && token.length >= 1 && token.length <= 36) return token;
  throw validationError(
    "1 validation error detected: Value at 'clientRequestToken' failed to satisfy constraint: " +
      'Member must have a length of 1 to 36',
  );
}

function readStep(entry: Record<string, unknown>): Step {
  const kinds = (Object.keys(actions) as Kind[]).filter((kind) => entry?.[kind]);
  const [kind] = kinds;
  if (!kind || kinds.length > 1) {
    throw validationError('TransactItems can only contain one of Check, Put, Update or Delete');
  }
  const input = entry[kind] as Record<string, unknown>;
  refuseMissing(kind, input);
  return { kind, request: check(actions[kind], input), showFailed: wantsFailedItem(input) };
}

function refuseMissing(kind: Kind, input: Record<string, unknown>): void {
  const required = { Put: 'Item', Update: 'UpdateExpression', Delete: 'Key', ConditionCheck: 'ConditionExpression' };
  const member = required[kind];
  if (input[member]) return;
  const path = `transactItems.${kind}.${member}`;
  throw validationError(
    `1 validation error detected: Value null at '${path}' failed to satisfy constraint: Member must not be null`,
  );
}

/** Identity of the step's item across tables; undefined when its key does not fit the table. */
function keyOf(engine: Engine, { request }: Step): string | undefined {
  const { description } = engine.tables.get(request.TableName);
  const invalid = request.Item
    ? dynalite.validateItem(request.Item as Item, description)
    : dynalite.validateKey(request.Key as ItemKey, description);
  if (invalid) return undefined;
  return `${request.TableName}~${itemKey(description, (request.Item ?? request.Key) as Item)}`;
}

/** @throws TransactionCanceledException when a condition fails or an item cannot be written. */
async function stageAll(engine: Engine, staged: StagedWrites, steps: Step[]): Promise<void> {
  const reasons = [];
  for (const step of steps) {
    try {
      if (step.kind === 'ConditionCheck') checkCondition(engine, staged, step.request);
      else await act(actions[step.kind], staged.store, step.request);
      reasons.push(noReason);
    } catch (error) {
      if (step.showFailed) addFailedItem(error, staged.lastRead());
      reasons.push(reasonOf(error));
    }
  }
  if (reasons.some((reason) => reason !== noReason)) throw transactionCanceled(reasons);
}

function checkCondition(engine: Engine, staged: StagedWrites, request: Request): void {
  const { description } = engine.tables.get(request.TableName);
  const key = request.Key as ItemKey;
  const invalid = dynalite.validateKey(key, description);
  if (invalid) throw invalid;
  const failed = dynalite.checkConditional(request, staged.read(request.TableName, itemKey(description, key)));
  if (failed) throw failed;
}

function units(item: Item | undefined): number {
  return dynalite.capacityUnits(item, false, true);
}
