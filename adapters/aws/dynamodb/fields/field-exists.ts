import type { Table } from '../table.ts';
import type { Write } from '../transact.ts';
import { fieldKey } from './field-item.ts';

/** Part of every transaction that hangs something on a field. One that is being deleted has an item without the member. */
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
