import { validationError } from '../api-error.ts';
import { type Answer, act, check, dynalite, type Request } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import type { Item, ItemKey } from '../items/item.ts';
import { itemBytes } from '../items/item-size.ts';
import { readStore } from '../items/read-store.ts';
import { itemKey } from '../items/row-keys.ts';
import { consumedCapacity, refuseRepeatedItems, refuseTooManyBytes, transactionItems } from './transaction-items.ts';

/** Reads up to 100 items in one consistent state: the lock keeps writers out. */
export async function transactGetItems(engine: Engine, input: unknown): Promise<Answer> {
  const requests = transactionItems(input).map(readRequest);
  const tableNames = requests.map((request) => request.TableName);
  return engine.lock.hold(tableNames, async () => {
    refuseRepeatedItems(requests.map((request) => keyOf(engine, request)));
    const items: (Item | undefined)[] = [];
    for (const request of requests) {
      const { Item: item } = await act('getItem', readStore(engine.database, engine.tables, request), request);
      items.push(item as Item | undefined);
    }
    refuseTooManyBytes(items.reduce((sum, item) => sum + itemBytes(item ?? {}), 0));
    const consumed = items.map((item, index) => ({
      tableName: tableNames[index] ?? '',
      units: dynalite.capacityUnits(item, true, true),
    }));
    return { Responses: items.map((item) => (item ? { Item: item } : {})), ...consumedCapacity(input, consumed) };
  });
}

function readRequest(entry: Record<string, unknown>): Request {
  if (!entry?.Get) {
    throw validationError(
      "1 validation error detected: Value null at 'transactItems.get' failed to satisfy constraint: Member must not be null",
    );
  }
  return check('getItem', entry.Get);
}

function keyOf(engine: Engine, request: Request): string {
  const { description } = engine.tables.get(request.TableName);
  const key = request.Key as ItemKey;
  const invalid = dynalite.validateKey(key, description);
  if (invalid) throw invalid;
  return `${request.TableName}~${itemKey(description, key)}`;
}
