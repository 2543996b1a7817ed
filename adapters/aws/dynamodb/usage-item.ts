import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import type { Table } from './table.ts';
import type { Write } from './transact.ts';

/** The write that counts a piece of work; part of the transaction that finishes the work, so it is counted once. */
export function usageWrite(usage: Table, fact: UsageFact): Write {
  return { Put: { TableName: usage.name, Item: { ...usageKey(fact), fact } } };
}

/** The write that counts a piece of work no more, because it has become part of another that is counted. */
export function usageRemoval(usage: Table, fact: UsageFact): Write {
  return { Delete: { TableName: usage.name, Key: usageKey(fact) } };
}

function usageKey({ ownerId, svcUserId, product, day, sourceId }: UsageFact): { pk: string; sk: string } {
  return { pk: `${ownerId}#${svcUserId}`, sk: `${day}#${product}#${sourceId}` };
}
