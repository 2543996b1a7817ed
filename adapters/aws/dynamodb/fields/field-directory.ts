import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { FieldDirectory } from '../../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { indexPage } from '../index-page.ts';
import type { Item, Table } from '../table.ts';
import {
  boundaryKey,
  boundaryPrefix,
  farmKey,
  fieldFromItem,
  fieldKey,
  type StoredBoundary,
  userPartition,
} from './field-item.ts';
import { loadGeometry } from './geometry-text.ts';
import { listFields } from './list-fields.ts';

/** Fields and the versions of their boundaries in DynamoDB, large shapes in the bucket. */
export function fieldDirectory(fields: Table, files: Pick<ObjectStore, 'getText'>): FieldDirectory {
  const read = async (Key: Item) =>
    (await fields.client.send(new GetCommand({ TableName: fields.name, Key, ConsistentRead: true }))).Item;

  const boundary: FieldDirectory['boundary'] = async (ownerId, svcUserId, fieldId, boundaryId) => {
    const item = await read(boundaryKey(ownerId, svcUserId, fieldId, boundaryId));
    return item && loadGeometry(files, item.boundary as StoredBoundary);
  };

  const activeOf = async (ownerId: string, field: Field): Promise<Boundary | undefined> => {
    const found = field.boundaries.map((id) => boundary(ownerId, field.svcUserId, field.id, id));
    return (await Promise.all(found)).find((version) => version?.status === 'ACTIVE');
  };

  const get = async (ownerId: string, svcUserId: string, fieldId: string) => {
    const item = await read(fieldKey(ownerId, svcUserId, fieldId));
    return item && fieldFromItem(item);
  };

  return {
    boundary,
    async get(ownerId, svcUserId, fieldId) {
      const field = await get(ownerId, svcUserId, fieldId);
      const active = field && (await activeOf(ownerId, field));
      return active ? { ...field, geometry: active.geometry } : field;
    },
    list: (ownerId, filter, page) => listFields(fields, ownerId, filter, page),
    async boundaries(ownerId, svcUserId, fieldId, asked) {
      const range = {
        partitionKey: 'pk',
        partition: userPartition(ownerId, svcUserId),
        sortKey: 'sk',
        prefix: boundaryPrefix(fieldId),
        descending: asked.sort[0]?.descending,
      };
      const page = await indexPage(fields, range, asked, (item) => item.boundary as StoredBoundary);
      return { ...page, items: await Promise.all(page.items.map((stored) => loadGeometry(files, stored))) };
    },
    async activeBoundary(ownerId, svcUserId, fieldId) {
      const field = await get(ownerId, svcUserId, fieldId);
      return field && activeOf(ownerId, field);
    },
    hasFarm: async (ownerId, svcUserId, farmId) => (await read(farmKey(ownerId, svcUserId, farmId))) !== undefined,
  };
}
