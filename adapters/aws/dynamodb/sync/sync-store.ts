import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { notFound } from '../../../../domain/errors.ts';
import type { StoredFarm } from '../../../../domain/farms/farm.ts';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { StoredGrower } from '../../../../domain/growers/grower.ts';
import type { OpenField, SyncStore } from '../../../../domain/sync/sync-store.ts';
import { boundaryPrefix, fieldFromItem, fieldKey, type StoredBoundary } from '../fields/field-item.ts';
import type { FieldWriterServices } from '../fields/field-writes.ts';
import { loadGeometry } from '../fields/geometry-text.ts';
import { type Kind, numberedName } from '../numbered-records.ts';
import type { Item } from '../table.ts';
import { transact } from '../transact.ts';
import { userItems } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { integrationStore } from './integration-store.ts';
import { linkStore } from './link-store.ts';
import { providerFields } from './provider-fields.ts';
import { saveSyncedField } from './save-synced-field.ts';
import { openPrefix, wantedKey } from './sync-item.ts';

/** The state of rounds, in the user's partition of the fields table. */
export function syncStore(services: FieldWriterServices): SyncStore {
  const { fields, users, files, newId } = services;
  const TableName = fields.name;
  const links = linkStore(fields, users);
  const integrations = integrationStore(fields, users);
  const readFields = providerFields(fields);

  const itemsOf = (ownerId: string, svcUserId: string, prefix: string) => userItems(fields, ownerId, svcUserId, prefix);

  /** Growers or farms of one provider, by the id that `idOf` returns. */
  const provided = async <R extends { providerName?: string | undefined }>(
    items: AsyncGenerator<Item>,
    kind: Kind,
    provider: string,
    idOf: (record: R) => string | undefined,
  ): Promise<Map<string, R>> => {
    const found = new Map<string, R>();
    for await (const item of items) {
      const record = item[kind] as R;
      const id = idOf(record);
      if (id !== undefined && record.providerName === provider) found.set(id, record);
    }
    return found;
  };

  return {
    links: links.all,
    saveMark: links.saveMark,
    noteProgress: links.noteProgress,
    endRound: links.endRound,

    async wantFields(ownerId, svcUserId) {
      const Item = { ...wantedKey(ownerId, svcUserId), wanted: newId() };
      const failed = await transact(fields.client, [
        { Put: { TableName, Item } },
        userExists(users, ownerId, svcUserId),
      ]);
      if (failed !== undefined) throw notFound('user', svcUserId);
    },

    async wantedFields(ownerId, svcUserId) {
      const Key = wantedKey(ownerId, svcUserId);
      return (await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item?.wanted;
    },

    async fieldsFetched(ownerId, svcUserId, wanted) {
      const Key = wantedKey(ownerId, svcUserId);
      const condition = { ConditionExpression: 'wanted = :wanted', ExpressionAttributeValues: { ':wanted': wanted } };
      await transact(fields.client, [{ Delete: { TableName, Key, ...condition } }]);
    },

    growers: (ownerId, svcUserId, provider) =>
      provided<StoredGrower>(
        itemsOf(ownerId, svcUserId, numberedName('grower', '')),
        'grower',
        provider,
        ({ providerGrowerId }) => providerGrowerId,
      ),

    farms: (ownerId, svcUserId, provider) =>
      provided<StoredFarm>(
        itemsOf(ownerId, svcUserId, numberedName('farm', '')),
        'farm',
        provider,
        ({ providerFarmId }) => providerFarmId,
      ),

    async fields(ownerId, svcUserId, provider) {
      const found = new Map<string, Field>();
      for await (const field of readFields({ ownerId, svcUserId }, provider)) {
        if (field.providerFieldId !== undefined) found.set(field.providerFieldId, field);
      }
      return found;
    },

    async field(ownerId, svcUserId, fieldId) {
      const Key = fieldKey(ownerId, svcUserId, fieldId);
      const { Item } = await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && fieldFromItem(Item);
    },

    async boundaries(ownerId, svcUserId, fieldId) {
      const versions: Boundary[] = [];
      for await (const { boundary } of itemsOf(ownerId, svcUserId, boundaryPrefix(fieldId))) {
        versions.push(await loadGeometry(files, boundary as StoredBoundary));
      }
      return versions;
    },

    pending: integrations.pending,
    saveIntegration: integrations.save,

    save: (ownerId, synced) => saveSyncedField(services, ownerId, synced),

    async open(ownerId, svcUserId, provider, previews) {
      const open: OpenField[] = [];
      for (const status of previews ? (['WAITING', 'PREVIEW'] as const) : (['WAITING'] as const)) {
        const prefix = openPrefix(provider, status);
        for await (const { sk, providerFieldId } of itemsOf(ownerId, svcUserId, prefix)) {
          open.push({ fieldId: String(sk).slice(prefix.length), providerFieldId: String(providerFieldId) });
        }
      }
      return open;
    },
  };
}
