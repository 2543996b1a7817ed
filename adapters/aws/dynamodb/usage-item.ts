import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import type { Table } from './table.ts';
import type { Write } from './transact.ts';

/**
 * The write of a usage fact; part of the transaction that completes the work, so that it is counted once.
 *
 * @param condition of the write; without one, an earlier fact with the same key is replaced.
 * @example await transact(client, [{ Put: put }, usageWrite(usage, { ownerId, svcUserId, product, day, sourceId, areaHectares })]);
 */
export function usageWrite(usage: Table, fact: UsageFact, condition: { ConditionExpression?: string } = {}): Write {
  return { Put: { TableName: usage.name, Item: { ...usageKey(fact), fact }, ...condition } };
}

/**
 * The write that removes a usage fact, because its work has become part of other counted work.
 *
 * @example await transact(client, [{ Delete: gone }, usageRemoval(usage, fact)]);
 */
export function usageRemoval(usage: Table, fact: UsageFact): Write {
  return { Delete: { TableName: usage.name, Key: usageKey(fact) } };
}

/** The key of a fact: one for each product, source and day of a user. */
export function usageKey({ ownerId, svcUserId, product, day, sourceId }: UsageFact): { pk: string; sk: string } {
  return { pk: `${ownerId}#${svcUserId}`, sk: `${day}#${product}#${sourceId}` };
}
