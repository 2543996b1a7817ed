import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Clock } from '../../../domain/clock.ts';
import {
  type AnswerStore,
  type Begun,
  type Claim,
  runningAtMostSeconds,
  type StoredAnswer,
} from '../../../domain/idempotency.ts';
import { limits } from '../../../domain/limits.ts';
import { newId, orderedId } from '../../system.ts';
import type { Item, Table } from './table.ts';
import { answerKey, ifHeld, transact } from './transact.ts';

/** An item of DynamoDB has at most 400 kB; a larger response is made again from the result of its effect. */
const maxBody = 300_000;

/** The state of a key. `result` is there once the effect is committed, `answer` once the request has been answered. */
interface KeyRecord {
  fingerprint: string;
  /** The run that holds the claim. */
  runToken: string;
  /** The first run, from which the ids of every run are derived. */
  firstToken: string;
  begunTime: number;
  /** Seconds since 1970. 0 once the run has ended without a stored response. */
  startedAt: number;
  expiresAt: number;
  result?: string;
  answer?: string;
}

/**
 * Stores responses by idempotency key in DynamoDB. Expiry is checked on reading; TTL only frees space.
 *
 * @example const answers = sealedAnswers(answerStore(table(names.REQUESTS_TABLE), systemClock), sealer);
 */
export function answerStore(requests: Table, clock: Clock): AnswerStore {
  const { client, name: TableName } = requests;
  const seconds = () => Math.floor(clock.now() / 1000);

  /** Changes the record while the claim is held. False if it is not. */
  const change = async ({ key, token }: Claim, more: string, input: Partial<UpdateCommandInput>): Promise<boolean> => {
    const command = new UpdateCommand({
      TableName,
      Key: answerKey(key),
      ...input,
      ConditionExpression: `runToken = :token${more}`,
      ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ':token': token },
    });
    return (await ifHeld(() => client.send(command))) !== undefined;
  };

  /** Removes the record, unless something has been stored in it. False if it is still there. */
  const forget = async ({ key, token }: Claim): Promise<boolean> => {
    const command = new DeleteCommand({
      TableName,
      Key: answerKey(key),
      ConditionExpression: 'runToken = :token AND attribute_not_exists(#result) AND attribute_not_exists(answer)',
      ExpressionAttributeNames: { '#result': 'result' },
      ExpressionAttributeValues: { ':token': token },
    });
    return (await ifHeld(() => client.send(command))) !== undefined;
  };

  /** Undefined when another request came first. */
  const takeOver = async (key: string, before: KeyRecord): Promise<Claim | undefined> => {
    const token = newId();
    const command = new UpdateCommand({
      TableName,
      Key: answerKey(key),
      UpdateExpression: 'SET runToken = :token, startedAt = :now',
      ConditionExpression: 'startedAt = :before AND attribute_not_exists(answer) AND runToken = :other',
      ExpressionAttributeValues: {
        ':token': token,
        ':now': seconds(),
        ':before': before.startedAt,
        ':other': before.runToken,
      },
      ReturnValues: 'ALL_NEW',
    });
    const taken = (await ifHeld(() => client.send(command)))?.Attributes;
    return taken && claimOf(key, taken as KeyRecord, true);
  };

  return {
    async begin(key, fingerprint) {
      const now = seconds();
      const token = newId();
      const record: KeyRecord = {
        ...{ fingerprint, runToken: token, firstToken: token, begunTime: clock.now() },
        ...{ startedAt: now, expiresAt: now + limits.idempotencySeconds },
      };
      const known = await putUnlessKnown(requests, { ...answerKey(key), ...record }, now);
      if (known === 'changing') return { state: 'running', retryAfterSeconds: 1 };
      // The SDK repeats a write whose response was lost.
      if (!known || known.runToken === token) return { state: 'new', claim: claimOf(key, record, false) };
      const state = stateOf(known, fingerprint, now);
      if (state !== 'dead') return state;
      const claim = await takeOver(key, known);
      return claim ? { state: 'new', claim } : { state: 'running', retryAfterSeconds: runningAtMostSeconds };
    },

    commitRecord: async ({ key, token }, result) => ({ table: TableName, key, token, result: JSON.stringify(result) }),

    /** A result that is too large is decided again. */
    async commit(record) {
      if (record.result.length <= maxBody) await transact(client, [], record);
    },

    async finish(claim, answer) {
      const isLarge = (answer.body?.length ?? 0) > maxBody;
      if (isLarge && (await change(claim, ' AND attribute_exists(#result)', ofResult))) return;
      const kept: StoredAnswer = isLarge ? { status: answer.status, headers: answer.headers } : answer;
      await change(claim, '', {
        UpdateExpression: 'SET answer = :answer REMOVE #result',
        ExpressionAttributeNames: { '#result': 'result' },
        ExpressionAttributeValues: { ':answer': JSON.stringify(kept) },
      });
    },

    async release(claim, after) {
      if (after === 'refused' && (await forget(claim))) return;
      await change(claim, ' AND attribute_not_exists(answer)', ended);
    },
  };
}

/** The next request with the key takes the claim over at once. */
const ended = { UpdateExpression: 'SET startedAt = :ended', ExpressionAttributeValues: { ':ended': 0 } };
const ofResult = { ...ended, ExpressionAttributeNames: { '#result': 'result' } };

/** Writes the record of a new key. Otherwise the record that is there, or `changing` while a transaction writes it. */
async function putUnlessKnown(
  { client, name: TableName }: Table,
  Item: Item,
  now: number,
): Promise<KeyRecord | 'changing' | undefined> {
  try {
    await client.send(
      new PutCommand({
        TableName,
        Item,
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': now },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof TransactionConflictException) return 'changing';
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // The exception contains the item in DynamoDB's attribute notation.
    return unmarshall(error.Item ?? {}) as KeyRecord;
  }
}

function stateOf(record: KeyRecord, fingerprint: string, now: number): Exclude<Begun, { state: 'new' }> | 'dead' {
  if (record.fingerprint !== fingerprint) return { state: 'other' };
  if (record.answer) return { state: 'done', answer: JSON.parse(record.answer) as StoredAnswer };
  const freeAt = record.startedAt + runningAtMostSeconds;
  return freeAt <= now ? 'dead' : { state: 'running', retryAfterSeconds: Math.max(1, freeAt - now) };
}

function claimOf(key: string, { runToken, firstToken, begunTime, result }: KeyRecord, isTakenOver: boolean) {
  let ids = 0;
  const claim: Claim = {
    ...{ key, token: runToken, begunTime, isTakenOver },
    newId: () => orderedId(firstToken, [0, ids++]),
    ...(result !== undefined && { committed: { result: JSON.parse(result) } }),
  };
  return claim;
}
