import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { fieldKey } from './field-item.ts';

/**
 * The check that a field exists, for transactions that write records below it. An item without the member is a field
 * that is being deleted.
 */
export function fieldExists(fields: Table, ownerId: string, svcUserId: string, fieldId: string): Write {
  return {
    ConditionCheck: {
      TableName: fields.name,
      Key: fieldKey(ownerId, svcUserId, fieldId),
      ConditionExpression: 'attribute_exists(#field)',
      ExpressionAttributeNames: { '#field': 'field' },
    },
  };
}
