import { validationError } from '../api-error.ts';

/** Source: TransactWriteItems, "up to 100". */
const maximumItems = 100;

/** Source: DynamoDB developer guide, "Constraints": 4 MB of items in a transaction. */
const maximumBytes = 4 * 1024 * 1024;

/** The entries of a transaction's request, of which there must be 1 to 100. */
export function transactionItems(input: unknown): Record<string, unknown>[] {
  const items = (input as { TransactItems?: unknown }).TransactItems;
  if (!Array.isArray(items) || items.length === 0 || items.length > maximumItems) {
    const limit =
      Array.isArray(items) && items.length > 0 ? `less than or equal to ${maximumItems}` : 'greater than or equal to 1';
    throw validationError(
      "1 validation error detected: Value at 'transactItems' failed to satisfy constraint: " +
        `Member must have length ${limit}`,
    );
  }
  return items;
}

/** Refuses transactions that name an item twice. Invalid keys are skipped, since a later check explains them better. */
export function refuseRepeatedItems(keys: (string | undefined)[]): void {
  const known = keys.filter((key) => key !== undefined);
  if (new Set(known).size < known.length) {
    throw validationError('Transaction request cannot include multiple operations on one item');
  }
}

export function refuseTooManyBytes(bytes: number): void {
  if (bytes > maximumBytes) {
    throw validationError('Transaction size limit exceeded: the items of a transaction may have 4 MB together');
  }
}

/** One item's share of what a transaction consumed, before the doubling that a transaction costs. */
export interface Consumption {
  tableName: string;
  units: number;
}

/** ConsumedCapacity by table, when the request asks for it. Every unit counts twice: to prepare and to commit. */
export function consumedCapacity(input: unknown, consumed: Consumption[]): Record<string, unknown> {
  const wanted = (input as { ReturnConsumedCapacity?: unknown }).ReturnConsumedCapacity;
  if (wanted !== 'TOTAL' && wanted !== 'INDEXES') return {};
  const byTable = new Map<string, number>();
  for (const { tableName, units } of consumed) byTable.set(tableName, (byTable.get(tableName) ?? 0) + 2 * units);
  const capacity = [...byTable].map(([TableName, CapacityUnits]) => ({
    TableName,
    CapacityUnits,
    ...(wanted === 'INDEXES' && { Table: { CapacityUnits } }),
  }));
  return { ConsumedCapacity: capacity };
}
