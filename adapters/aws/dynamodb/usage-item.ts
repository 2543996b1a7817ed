import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import type { Table } from './table.ts';
import type { Write } from './transact.ts';

/** The write that counts a piece of work; part of the transaction that finishes the work, so it is counted once. */
export function usageWrite(usage: Table, fact: UsageFact): Write {
  const { ownerId, svcUserId, product, day, sourceId } = fact;
  return {
    Put: { TableName: usage.name, Item: { pk: `${ownerId}#${svcUserId}`, sk: `${day}#${product}#${sourceId}`, fact } },
  };
}
