import type { CommitRecord } from '../../../domain/idempotency.ts';
import type { Item } from './table.ts';
import type { Write } from './transact.ts';

/** The key of the record of an idempotency key, in the table of requests. */
export function answerKey(key: string): Item {
  return { pk: `answer#${key}`, sk: 'answer' };
}

/** The write that commits the effect of a request with an idempotency key, for the transaction of the effect. It fails when the claim was taken over. */
export function commitWrite({ table, key, token, result }: CommitRecord): Write {
  return {
    Update: {
      TableName: table,
      Key: answerKey(key),
      UpdateExpression: 'SET #result = :result',
      ConditionExpression: 'runToken = :token AND attribute_not_exists(#result)',
      ExpressionAttributeNames: { '#result': 'result' },
      ExpressionAttributeValues: { ':token': token, ':result': result },
    },
  };
}
