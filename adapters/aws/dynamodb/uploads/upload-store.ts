import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { Entry } from '../../../../domain/uploads/entry.ts';
import type { Upload } from '../../../../domain/uploads/upload.ts';
import type { UploadFilter, UploadStore } from '../../../../domain/uploads/upload-store.ts';
import { countWrites } from '../counts/count-item.ts';
import { countOf } from '../counts/count-of.ts';
import { overdueItems } from '../deadlines.ts';
import { indexPage } from '../lists/index-page.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { rangeStream } from '../lists/row-stream.ts';
import { type StreamedList, streamPage } from '../lists/stream-page.ts';
import { overwrite, parserAttempts } from '../pending-item.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import {
  deadlineKey,
  entryCountKey,
  entryKey,
  entryPrefix,
  listKeys,
  uploadKey,
  uploadPartition,
  userUploads,
} from './upload-item.ts';

/**
 * Uploads and their entries in DynamoDB. Every write is conditional on the existence of the user.
 *
 * @example const upload = await uploadStore(uploads, users).get(ownerId, uploadId);
 */
export function uploadStore(uploads: Table, users: Table): UploadStore {
  const TableName = uploads.name;

  return {
    async get(ownerId, uploadId) {
      const command = new GetCommand({ TableName, Key: uploadKey(ownerId, uploadId), ConsistentRead: true });
      return (await uploads.client.send(command)).Item?.upload as Upload | undefined;
    },

    list(ownerId, filter, page) {
      const range = { ...rangeOf(ownerId, filter), descending: page.sort[0]?.descending ?? false };
      const list: StreamedList<Upload> = {
        table: uploads,
        name: [TableName, range],
        open: (budget, first) => rangeStream(uploads, range, { budget, first }),
        keyOf: ({ row: { pk, sk } }) => ({ pk, sk }),
        read: (item) => item.upload as Upload | undefined,
        userIn: ({ svcUserId }) => svcUserId,
        narrows: false,
        ...(filter.status === undefined && { total: () => countOf(uploads, ownerId, filter.svcUserId, 'upload') }),
        hint: 'Name a user.',
      };
      return streamPage(list, page);
    },

    async entries(ownerId, uploadId, page) {
      const partition = uploadPartition(ownerId, uploadId);
      const descending = page.sort[0]?.descending;
      const range = { partitionKey: 'pk', partition, sortKey: 'sk', prefix: entryPrefix, descending };
      const counting = new GetCommand({ TableName, Key: entryCountKey(ownerId, uploadId), ConsistentRead: true });
      const counted = uploads.client.send(counting).then(({ Item }) => Number(Item?.records ?? 0));
      return indexPage(uploads, range, page, (item) => item.entry as Entry, counted);
    },

    async create(ownerId, upload, deadline, commit) {
      const Item = {
        ...uploadKey(ownerId, upload.id),
        ...listKeys(ownerId, upload),
        ownerId,
        deadlineKey,
        deadline,
        upload,
      };
      const { id, svcUserId } = upload;
      const writes = [
        userExists(users, ownerId, svcUserId),
        { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        ...countWrites(uploads, { ownerId, svcUserId, kind: 'upload', id }, 1),
        { Put: { TableName, Item: { ...entryCountKey(ownerId, id), records: 0 } } },
      ];
      const failed = await transact(uploads.client, writes, commit);
      if (failed === 0) throw notFound('user', svcUserId);
    },

    async putEntry(ownerId, entry) {
      const user = userExists(users, ownerId, entry.svcUserId);
      const put = { TableName, Item: { ...entryKey(ownerId, entry), entry } };
      let failed = await transact(uploads.client, [
        user,
        { Put: { ...put, ConditionExpression: 'attribute_not_exists(pk)' } },
        {
          Update: {
            TableName,
            Key: entryCountKey(ownerId, entry.uploadId),
            UpdateExpression: 'ADD records :one',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ]);
      // The entry was counted by an earlier attempt.
      if (failed !== undefined && failed > 0)
        failed = await transact(uploads.client, [user, { Put: { ...put, ...hasNotEnded } }]);
      if (failed === 0) throw notFound('user', entry.svcUserId);
    },

    async finish(ownerId, upload, status) {
      const finished = { ...upload, status };
      const Item: Item = {
        ...uploadKey(ownerId, upload.id),
        ...listKeys(ownerId, finished),
        ownerId,
        upload: finished,
      };
      const put = overwrite(uploads, Item, {
        ConditionExpression: 'upload.#status = :received',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':received': 'RECEIVED' },
      });
      return (await transact(uploads.client, [userExists(users, ownerId, upload.svcUserId), put])) === undefined;
    },

    attempts: (ownerId, uploadId) => parserAttempts(uploads, uploadKey(ownerId, uploadId)),

    async overdue(now) {
      const items = await overdueItems(uploads, deadlineKey, now);
      return items.flatMap(({ ownerId, upload }) =>
        upload ? [{ ownerId: ownerId as string, upload: upload as Upload }] : [],
      );
    },
  };
}

/** Of an entry: a worker that was stalled may write after its successor has ended it. */
const hasNotEnded = {
  ConditionExpression: 'attribute_not_exists(pk) OR #entry.#status IN (:processing, :converted)',
  ExpressionAttributeNames: { '#entry': 'entry', '#status': 'status' },
  ExpressionAttributeValues: { ':processing': 'PROCESSING', ':converted': 'CONVERTED' },
} as const;

function rangeOf(ownerId: string, { svcUserId, status }: UploadFilter): IndexRange {
  const sortKey = 'listKey';
  if (svcUserId !== undefined && status !== undefined) {
    return {
      index: 'byUserStatus',
      partitionKey: 'userStatusKey',
      partition: `${ownerId}#${svcUserId}#${status}`,
      sortKey,
    };
  }
  if (svcUserId !== undefined) return userUploads(ownerId, svcUserId);
  if (status !== undefined)
    return { index: 'byOwnerStatus', partitionKey: 'ownerStatusKey', partition: `${ownerId}#${status}`, sortKey };
  return { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey };
}
