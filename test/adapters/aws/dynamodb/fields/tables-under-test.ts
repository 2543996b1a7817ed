import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { fieldDeletion } from '../../../../../adapters/aws/dynamodb/fields/field-deletion.ts';
import { fieldDirectory } from '../../../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { fieldStore } from '../../../../../adapters/aws/dynamodb/fields/field-store.ts';
import { fieldWriter } from '../../../../../adapters/aws/dynamodb/fields/field-writer.ts';
import { numberedKey } from '../../../../../adapters/aws/dynamodb/numbered-records.ts';
import { documentClient, type Item, type Table } from '../../../../../adapters/aws/dynamodb/table.ts';
import { userKey } from '../../../../../adapters/aws/dynamodb/users/user-exists.ts';
import { newId } from '../../../../../adapters/system.ts';
import { timestamp } from '../../../../../domain/clock.ts';
import type { Field } from '../../../../../domain/fields/field.ts';
import type { NewField } from '../../../../../domain/fields/field-store.ts';
import { newField } from '../../../../../domain/fields/new-field.ts';
import type { ObjectStore } from '../../../../../domain/files/object-store.ts';
import type { MultiPolygon } from '../../../../../domain/geometry/multi-polygon.ts';
import type { TableName } from '../../../../../functions/manifests.ts';
import { credentials, region } from '../../../../../local/credentials.ts';
import { startForTests } from '../../../../local/dynamodb/engine-under-test.ts';
import { definitionOf } from '../table-definition.ts';

/** The tables that fields use, on an engine of the test file's own, and the stores on them. */
export async function fieldsUnderTest() {
  const { engine, clock } = await startForTests();
  const client = documentClient(new DynamoDBClient({ endpoint: engine.endpoint, region, credentials }));
  const names = ['fields', 'users', 'events', 'usage', 'uploads', 'operations'] as const;
  for (const name of names) await engine.ensureTable(definitionOf(name));
  const table = (name: (typeof names)[number]): Table => ({ client, name });
  const objects = new Map<string, string>();
  const services = {
    fields: table('fields'),
    users: table('users'),
    events: table('events'),
    usage: table('usage'),
    files: objectsIn(objects),
    clock,
    newId,
  };

  return {
    ...services,
    objects,
    tables: { ...services, uploads: table('uploads'), operations: table('operations') },
    directory: fieldDirectory(services.fields, services.files),
    store: fieldStore(services),
    deletion: fieldDeletion(services),
    writer: fieldWriter(services),

    /** A user of an owner, both new. */
    async freshUser(ownerId = newId()): Promise<{ ownerId: string; svcUserId: string }> {
      const svcUserId = newId();
      await client.send(new PutCommand({ TableName: 'users', Item: { ...userKey(ownerId, svcUserId), revision: 1 } }));
      return { ownerId, svcUserId };
    },
    async addFarm(ownerId: string, svcUserId: string, farmId: number): Promise<void> {
      await client.send(new PutCommand({ TableName: 'fields', Item: numberedKey('farm', ownerId, svcUserId, farmId) }));
    },
    newField(svcUserId: string, members: Partial<Field> & { geometry?: MultiPolygon } = {}): NewField {
      const { geometry = squareAt(10, 50), createdTime = timestamp(clock.now()), id = newId() } = members;
      const { field, boundary } = newField({ ...members, id, svcUserId, geometry }, newId(), createdTime);
      const { geometry: _, ...others } = members;
      return { field: { ...field, ...others, id, svcUserId }, boundary };
    },
    /** All items of a table in a partition. */
    async itemsOf(name: TableName, pk: string): Promise<Item[]> {
      const condition = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
      return (await client.send(new QueryCommand({ TableName: name, ...condition }))).Items ?? [];
    },
    read: (Key: Item) => client.send(new GetCommand({ TableName: 'fields', Key, ConsistentRead: true })),
    async everything(name: TableName): Promise<Item[]> {
      return (await client.send(new ScanCommand({ TableName: name }))).Items ?? [];
    },
  };
}

/** A square of degrees by its south-western corner. */
export function squareAt(west: number, south: number, degrees = 0.01): MultiPolygon {
  const [east, north] = [west + degrees, south + degrees];
  return {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    ],
  };
}

function objectsIn(objects: Map<string, string>): ObjectStore {
  const unused = () => {
    throw new Error('fields do not need this');
  };
  return {
    async put(key, content) {
      objects.set(key, String(content));
    },
    has: async (key) => objects.has(key),
    getText: async (key) => objects.get(key),
    getStream: unused,
    copy: unused,
    async remove(keys) {
      for (const key of keys) objects.delete(key);
    },
    download: unused,
    list: unused,
    versions: unused,
  };
}
