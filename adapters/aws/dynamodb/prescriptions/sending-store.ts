import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock, NewId } from '../../../../domain/clock.ts';
import { notFound, Problem } from '../../../../domain/errors.ts';
import type { StoredSending } from '../../../../domain/prescriptions/sending.ts';
import type { FoundSending, SendingRun, SendingStore } from '../../../../domain/prescriptions/sending-store.ts';
import { rangeStream } from '../lists/row-stream.ts';
import { streamPage } from '../lists/stream-page.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

/** A claim outlives every attempt to find what an interrupted run has created. */
const claimedSeconds = 30 * 24 * 60 * 60;

interface Services {
  prescriptions: Table;
  users: Table;
  clock: Clock;
  newId: NewId;
}

/**
 * Records of prescriptions in DynamoDB, all of a user in one partition: `sending#<id>`, and `claim#<provider>#<id>` for what was created at a provider. The run that sends one has an
 * id, on which its writes are conditional.
 */
export function sendingStore({ prescriptions, users, clock, newId }: Services): SendingStore {
  const { client, name: TableName } = prescriptions;
  const partition = (ownerId: string, svcUserId: string) => `${ownerId}#${svcUserId}`;
  const keyOf = (ownerId: string, svcUserId: string, id: string) => ({
    pk: partition(ownerId, svcUserId),
    sk: `sending#${id}`,
  });
  const write = async (ownerId: string, svcUserId: string, writes: Write[]) => {
    const failed = await transact(client, [userExists(users, ownerId, svcUserId), ...writes]);
    if (failed === 0) throw notFound('user', svcUserId);
    return failed === undefined;
  };

  const runOf = (ownerId: string, { sending }: FoundSending, runId: string, until: number): SendingRun => {
    const { svcUserId, id, provider } = sending;
    const put = (after: StoredSending, attributes: Item): Write => ({
      Put: {
        TableName,
        Item: { ...keyOf(ownerId, svcUserId, id), sending: after, ...attributes },
        ConditionExpression: 'runId = :run',
        ExpressionAttributeValues: { ':run': runId },
      },
    });
    const save = async (after: StoredSending, attributes: Item) => {
      if (!(await write(ownerId, svcUserId, [put(after, attributes)]))) throw inProgress(id);
    };
    return {
      sending,
      save: (after) => save(after, { runId, until }),
      end: (after) => save(after, {}),
      async claim(providerId) {
        const command = new PutCommand({
          TableName,
          Item: {
            pk: partition(ownerId, svcUserId),
            sk: `claim#${provider}#${providerId}`,
            sendingId: id,
            expiresAt: Math.floor(clock.now() / 1_000) + claimedSeconds,
          },
          ConditionExpression: 'attribute_not_exists(pk) OR sendingId = :id',
          ExpressionAttributeValues: { ':id': id },
        });
        return (await ifHeld(() => client.send(command))) !== undefined;
      },
    };
  };

  return {
    async create(ownerId, sending, commit) {
      const { svcUserId, id } = sending;
      const Item = { ...keyOf(ownerId, svcUserId, id), sending };
      const failed = await transact(
        client,
        [userExists(users, ownerId, svcUserId), { Put: { TableName, Item } }],
        commit,
      );
      if (failed === 0) throw notFound('user', svcUserId);
    },

    async get(ownerId, svcUserId, id) {
      const Key = keyOf(ownerId, svcUserId, id);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && found(Item);
    },

    list(ownerId, svcUserId, filter, asked) {
      const range = {
        ...{ partitionKey: 'pk', partition: partition(ownerId, svcUserId), sortKey: 'sk', prefix: 'sending#' },
        descending: asked.sort[0]?.descending ?? true,
      };
      return streamPage<FoundSending>(
        {
          table: prescriptions,
          name: [TableName, range, JSON.stringify(filter)],
          open: (budget, first) => rangeStream(prescriptions, range, { budget, first }),
          keyOf: undefined,
          read(item) {
            const one = found(item);
            return filter.provider === undefined || one.sending.provider === filter.provider ? one : undefined;
          },
          userIn: ({ sending }) => sending.svcUserId,
          narrows: filter.provider !== undefined,
          hint: 'Leave out the filter.',
        },
        asked,
      );
    },

    async begin(ownerId, svcUserId, id, until) {
      const runId = newId();
      const begun = await ifHeld(() =>
        client.send(
          new UpdateCommand({
            TableName,
            Key: keyOf(ownerId, svcUserId, id),
            UpdateExpression: 'SET runId = :run, #until = :until',
            ConditionExpression: 'attribute_exists(sending) AND (attribute_not_exists(#until) OR #until <= :now)',
            ExpressionAttributeNames: { '#until': 'until' },
            ExpressionAttributeValues: { ':run': runId, ':until': until, ':now': clock.now() },
            ReturnValues: 'ALL_NEW',
          }),
        ),
      );
      if (!begun?.Attributes) throw inProgress(id);
      return runOf(ownerId, found(begun.Attributes), runId, until);
    },

    async note(ownerId, before, after) {
      await write(ownerId, after.svcUserId, [
        {
          Update: {
            TableName,
            Key: keyOf(ownerId, after.svcUserId, after.id),
            UpdateExpression: 'SET sending = :after',
            ConditionExpression:
              'sending.#status = :status AND sending.checkedTime = :checked AND attribute_not_exists(#until)',
            ExpressionAttributeNames: { '#until': 'until', '#status': 'status' },
            ExpressionAttributeValues: { ':after': after, ':status': before.status, ':checked': before.checkedTime },
          },
        },
      ]);
    },
  };
}

function found({ sending, until }: Item): FoundSending {
  return { sending: sending as StoredSending, until: Number(until ?? 0) };
}

function inProgress(id: string): Problem {
  return new Problem('conflict', `Another request is sending the prescription ${id}.`, {
    errorKey: 'sendingInProgress',
    retryAfterSeconds: 5,
    members: { sendingId: id },
  });
}
