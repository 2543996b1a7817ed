import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, type NewId, timestamp } from '../../../../domain/clock.ts';
import { notFound } from '../../../../domain/errors.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { fieldUpdated } from '../../../../domain/fields/field-events.ts';
import type { SyncRequests } from '../../../../domain/sync/sync-store.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { eventWrite } from '../events/event-item.ts';
import { fieldFromItem, fieldKey, fieldToItem, type StoredField } from '../fields/field-item.ts';
import { put } from '../fields/field-writes.ts';
import { getMany } from '../get-many.ts';
import { farmsOf, fieldsOf, groupRange } from '../groups.ts';
import { numberIn } from '../numbered-records.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { integrationStore } from './integration-store.ts';
import { linkStore } from './link-store.ts';
import { openKey } from './sync-item.ts';

export interface SyncRequestServices {
  fields: Table;
  users: Table;
  events: Table;
  clock: Clock;
  newId: NewId;
}

/** Fields that are enabled in parallel. */
const enabledAtOnce = 10;
const fieldsReadAtOnce = 100;

export function syncRequests(services: SyncRequestServices): SyncRequests {
  const { fields, users } = services;
  const links = linkStore(fields, users);

  return {
    link: links.get,
    integrate: integrationStore(fields, users).want,

    async enable(ownerId, svcUserId, fieldIds) {
      for (let start = 0; start < fieldIds.length; start += enabledAtOnce) {
        const some = fieldIds.slice(start, start + enabledAtOnce);
        await Promise.all(some.map((fieldId) => enableField(services, fieldKey(ownerId, svcUserId, fieldId), ownerId)));
      }
    },

    async previewsOf(ownerId, growerId, max) {
      const previews: string[] = [];
      let keys: Item[] = [];
      const look = async () => {
        for (const item of await getMany(fields, keys)) {
          const field = item && fieldFromItem(item)?.field;
          if (field?.status === 'PREVIEW' && previews.length < max) previews.push(field.id);
        }
        keys = [];
      };
      for await (const farm of keysOf(fields, groupRange(farmsOf(ownerId, growerId)))) {
        for await (const key of keysOf(fields, groupRange(fieldsOf(ownerId, numberIn(farm))))) {
          keys.push(key);
          if (keys.length === fieldsReadAtOnce) await look();
          if (previews.length >= max) return previews;
        }
      }
      await look();
      return previews;
    },
  };
}

/** Changes the status of one field from PREVIEW; no effect if it has another. */
async function enableField(services: SyncRequestServices, Key: Item, ownerId: string): Promise<void> {
  const { fields } = services;
  for (;;) {
    const { Item: item } = await fields.client.send(
      new GetCommand({ TableName: fields.name, Key, ConsistentRead: true }),
    );
    const stored = item && fieldFromItem(item);
    if (stored?.field.status !== 'PREVIEW' || (await writeEnabled(services, ownerId, stored))) return;
  }
}

/** False if another writer has changed the field meanwhile. */
async function writeEnabled(
  { fields, users, events, clock, newId }: SyncRequestServices,
  ownerId: string,
  stored: StoredField,
): Promise<boolean> {
  const now = clock.now();
  const { field, revision } = stored;
  const { svcUserId, id, providerName = '', providerFieldId } = field;
  const enabled: Field = { ...field, status: 'WAITING', updatedTime: timestamp(now) };
  const failed = await transact(fields.client, [
    {
      Put: {
        TableName: fields.name,
        Item: fieldToItem(ownerId, { ...stored, field: enabled, revision: revision + 1 }),
        ConditionExpression: 'revision = :over',
        ExpressionAttributeValues: { ':over': revision },
      },
    },
    { Delete: { TableName: fields.name, Key: openKey(ownerId, svcUserId, providerName, 'PREVIEW', id) } },
    put(fields, { ...openKey(ownerId, svcUserId, providerName, 'WAITING', id), providerFieldId }),
    eventWrite(events, fieldUpdated({ id: newId(), ownerId, svcUserId, fieldId: id }, 'REST', now)),
    userExists(users, ownerId, svcUserId),
  ]);
  if (failed !== undefined && failed > 0) throw notFound('user', svcUserId);
  return failed === undefined;
}
