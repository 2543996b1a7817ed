import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { FieldDirectory } from '../../../../domain/fields/field-store.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { limits } from '../../../../domain/limits.ts';
import { getMany } from '../get-many.ts';
import { numberedKey } from '../numbered-records.ts';
import type { Item, Table } from '../table.ts';
import { boundaryKey, fieldFromItem, fieldKey, type StoredBoundary, type StoredField } from './field-item.ts';
import { loadGeometry } from './geometry-text.ts';
import { listBoundaries } from './list-boundaries.ts';
import { listFields } from './list-fields.ts';
import { nearbyFields } from './nearby-fields.ts';

/**
 * Fields and the versions of their boundaries in DynamoDB, large shapes in the bucket.
 *
 * @param operations the table with the index of work on fields, for lists that filter by it.
 * @example const { items } = await fieldDirectory(fields, files).list(ownerId, filter, asked);
 */
export function fieldDirectory(fields: Table, files: Pick<ObjectStore, 'getText'>, operations?: Table): FieldDirectory {
  const read = async (Key: Item) =>
    (await fields.client.send(new GetCommand({ TableName: fields.name, Key, ConsistentRead: true }))).Item;

  const stored = async (ownerId: string, svcUserId: string, fieldId: string) => {
    const item = await read(fieldKey(ownerId, svcUserId, fieldId));
    return item && fieldFromItem(item);
  };

  const version = async (ownerId: string, { svcUserId, id }: Field, boundaryId: string) => {
    const item = await read(boundaryKey(ownerId, svcUserId, id, boundaryId));
    return item && loadGeometry(files, item.boundary as StoredBoundary);
  };

  const activeOf = (ownerId: string, { field, active }: StoredField) => active && version(ownerId, field, active.id);

  return {
    has: async (ownerId, svcUserId, fieldId) => (await stored(ownerId, svcUserId, fieldId)) !== undefined,

    async get(ownerId, svcUserId, fieldId) {
      const found = await stored(ownerId, svcUserId, fieldId);
      const active = found && (await activeOf(ownerId, found));
      return active ? { ...found.field, geometry: active.geometry } : found?.field;
    },

    async list(ownerId, filter, asked, shapes) {
      const page = await listFields({ fields, operations }, ownerId, filter, asked);
      return {
        ...page,
        items: shapes ? await withShortShapes(ownerId, page.items) : page.items.map(({ field }) => field),
      };
    },

    boundaries: (ownerId, svcUserId, fieldId, asked) =>
      listBoundaries(fields, files, { ownerId, svcUserId, fieldId }, asked),

    async boundary(ownerId, svcUserId, fieldId, boundaryId) {
      const found = await stored(ownerId, svcUserId, fieldId);
      return found && version(ownerId, found.field, boundaryId);
    },

    async activeBoundary(ownerId, svcUserId, fieldId) {
      const found = await stored(ownerId, svcUserId, fieldId);
      return found && activeOf(ownerId, found);
    },

    hasFarm: async (ownerId, svcUserId, farmId) =>
      (await read(numberedKey('farm', ownerId, svcUserId, farmId))) !== undefined,

    near: (ownerId, svcUserId, shape) => nearbyFields(fields, ownerId, svcUserId, shape),

    async withShapes(ownerId, names) {
      const keys = names.map(({ svcUserId, fieldId }) => fieldKey(ownerId, svcUserId, fieldId));
      const found = (await getMany(fields, keys)).flatMap((item) => (item && fieldFromItem(item)) ?? []);
      const boundaries = await activeBoundaries(ownerId, found);
      return found.flatMap(({ field }, index) => {
        const boundary = boundaries[index];
        return boundary ? [{ field, boundary }] : [];
      });
    },
  };

  async function activeBoundaries(ownerId: string, found: StoredField[]): Promise<(Boundary | undefined)[]> {
    const keys = found.map(({ field, active }) =>
      boundaryKey(ownerId, field.svcUserId, field.id, active?.id ?? 'none'),
    );
    const items = await getMany(fields, keys);
    return Promise.all(items.map((item) => item && loadGeometry(files, item.boundary as StoredBoundary)));
  }

  async function withShortShapes(ownerId: string, found: StoredField[]): Promise<Field[]> {
    const short = found.filter(({ active }) => active && active.geometryBytes <= limits.listedShapeBytes);
    const boundaries = await activeBoundaries(ownerId, short);
    const geometries = new Map(short.map((stored, index) => [stored, boundaries[index]?.geometry]));
    return found.map((stored) => {
      const geometry = geometries.get(stored);
      return geometry ? { ...stored.field, geometry } : stored.field;
    });
  }
}
