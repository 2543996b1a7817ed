import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import { type OpenSession, type SessionStore, sessionRowSeconds } from '../../../../domain/uploads/session-store.ts';
import type { UploadSession } from '../../../../domain/uploads/upload-session.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { sessionsOf, uploadPartition } from './upload-item.ts';

/** Upload sessions, next to their uploads, which have the same id. */
export function sessionStore(uploads: Table, users: Table): SessionStore {
  const TableName = uploads.name;
  const Key = (ownerId: string, id: string) => ({ pk: uploadPartition(ownerId, id), sk: 'session' });

  return {
    async create(ownerId, { session, uploads: begun, linkId }, commit) {
      const expiresAt = Math.ceil(Date.parse(session.expiresAt) / 1000) + sessionRowSeconds;
      const userKey = sessionsOf(ownerId, session.svcUserId);
      const Item = {
        ...Key(ownerId, session.id),
        userKey,
        listKey: session.id,
        session,
        uploads: begun,
        ...(linkId !== undefined && { linkId }),
        expiresAt,
      };
      const put: Write = { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
      const failed = await transact(uploads.client, [userExists(users, ownerId, session.svcUserId), put], commit);
      if (failed === 0) throw notFound('user', session.svcUserId);
    },

    async get(ownerId, id) {
      const { Item } = await uploads.client.send(
        new GetCommand({ TableName, Key: Key(ownerId, id), ConsistentRead: true }),
      );
      return Item && openSession(Item);
    },

    async close(ownerId, id, status: UploadSession['status']) {
      const command = new UpdateCommand({
        TableName,
        Key: Key(ownerId, id),
        UpdateExpression: 'SET #session.#status = :status',
        ConditionExpression: '#session.#status = :open',
        ExpressionAttributeNames: { '#session': 'session', '#status': 'status' },
        ExpressionAttributeValues: { ':status': status, ':open': 'OPEN' },
      });
      return (await ifHeld(() => uploads.client.send(command))) !== undefined;
    },
  };
}

/** The session in an item. */
export function openSession(item: Item): OpenSession {
  const { session, linkId, uploads } = item as unknown as OpenSession;
  return { session, linkId, uploads };
}
