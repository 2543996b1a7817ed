import { setTimeout } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { ClaimLost, type CommitRecord } from '../../../domain/idempotency.ts';
import type { Item, Table } from './table.ts';
import { unwritableRecord } from './unwritable-record.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The key of the record of an idempotency key, in the table of requests. */
export function answerKey(key: string): Item {
  return { pk: `answer#${key}`, sk: 'answer' };
}

/** Writes the result of an effect to the record of its idempotency key. Fails when another run has taken over. */
function commitWrite({ table, key, token, result }: CommitRecord): Write {
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

const attempts = 6;

/** Waits before the next attempt, longer each time, and not as long as others that collided. */
const backOff = (attempt: number) => setTimeout(20 * 2 ** attempt * (0.5 + Math.random()));

/**
 * Writes all or nothing. Returns the index of the first write whose condition failed, or undefined on success.
 * Conflicts with other transactions are retried.
 *
 * @param commit what a request with an idempotency key commits with its effect.
 * @throws UnwritableRecord if a write can never succeed, ClaimLost if a later request has taken over the key.
 * @example
 * const failed = await transact(fields.client, [userExists(users, ownerId, svcUserId), { Put: put }]);
 * if (failed === 0) throw notFound('user', svcUserId);
 */
export async function transact(
  client: Table['client'],
  writes: Write[],
  commit?: CommitRecord,
): Promise<number | undefined> {
  const all = commit ? [...writes, commitWrite(commit)] : writes;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: all }));
      return undefined;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw unwritableRecord(error, all);
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const failed = codes.indexOf('ConditionalCheckFailed');
      if (commit && codes[writes.length] === 'ConditionalCheckFailed') throw new ClaimLost();
      if (failed >= 0) return failed;
      if (!isCollision(error) || attempt === attempts) throw unwritableRecord(error, all);
      await backOff(attempt);
    }
  }
}

/** Whether a transaction failed since others were at its items, and each of its attempts met one. */
export function isCollision(error: unknown): boolean {
  return (
    error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => Code === 'TransactionConflict')
  );
}

/**
 * The output of a write; undefined if its condition fails. Conflicts with transactions on the item are retried.
 *
 * @example const held = await ifHeld(() => client.send(command)); // undefined if its condition fails
 */
export async function ifHeld<Output>(write: () => Promise<Output>): Promise<Output | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      if (!(error instanceof TransactionConflictException) || attempt === attempts) throw error;
      await backOff(attempt);
    }
  }
}
