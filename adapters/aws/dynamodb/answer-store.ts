import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../domain/clock.ts';
import {
  type AnswerStore,
  answerRetentionSeconds,
  type Begun,
  runningAtMostSeconds,
  type StoredAnswer,
} from '../../../domain/idempotency.ts';
import type { Item, Table } from './table.ts';

/** An item of DynamoDB has at most 400 kB; a larger response is stored without its body. */
const maxBody = 300_000;

/**
 * Stores responses by idempotency key in DynamoDB. Expiry is checked on reading; TTL only frees space.
 *
 * @example const answers = sealedAnswers(answerStore(table(names.REQUESTS_TABLE), systemClock), sealer);
 */
export function answerStore(requests: Table, clock: Clock): AnswerStore {
  const Key = (key: string) => ({ pk: `answer#${key}`, sk: 'answer' });
  const seconds = () => Math.floor(clock.now() / 1000);

  return {
    async begin(key, fingerprint) {
      const now = seconds();
      try {
        await requests.client.send(
          new PutCommand({
            TableName: requests.name,
            Item: { ...Key(key), fingerprint, startedAt: now, expiresAt: now + answerRetentionSeconds },
            ConditionExpression:
              'attribute_not_exists(pk) OR expiresAt <= :now OR (attribute_not_exists(answer) AND startedAt <= :dead)',
            ExpressionAttributeValues: { ':now': now, ':dead': now - runningAtMostSeconds },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return { state: 'new' };
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return known(error, fingerprint, now);
      }
    },

    async finish(key, answer) {
      const kept: StoredAnswer =
        (answer.body?.length ?? 0) > maxBody ? { status: answer.status, headers: answer.headers } : answer;
      await requests.client.send(
        new UpdateCommand({
          TableName: requests.name,
          Key: Key(key),
          UpdateExpression: 'SET answer = :answer',
          ExpressionAttributeValues: { ':answer': JSON.stringify(kept) },
        }),
      );
    },

    async forget(key) {
      await requests.client.send(new DeleteCommand({ TableName: requests.name, Key: Key(key) }));
    },
  };
}

/** The exception contains the item in DynamoDB's attribute notation. */
function known(error: ConditionalCheckFailedException, fingerprint: string, now: number): Begun {
  const item = (error.Item ?? {}) as Record<string, { S?: string; N?: string } | undefined> & Item;
  if (item.fingerprint?.S !== fingerprint) return { state: 'other' };
  const answer = item.answer?.S;
  if (answer) return { state: 'done', answer: JSON.parse(answer) as StoredAnswer };
  const freeAt = Number(item.startedAt?.N ?? now) + runningAtMostSeconds;
  return { state: 'running', retryAfterSeconds: Math.max(1, freeAt - now) };
}
