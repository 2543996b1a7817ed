import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { consumptionStore } from '../../../../adapters/aws/dynamodb/consumption/consumption-store.ts';
import { countingWork } from '../../../../adapters/aws/dynamodb/consumption/counting-work.ts';
import { firstDays } from '../../../../adapters/aws/dynamodb/consumption/first-days.ts';
import { sourceReader } from '../../../../adapters/aws/dynamodb/consumption/source-reader.ts';
import { tileStore } from '../../../../adapters/aws/dynamodb/consumption/tile-store.ts';
import { documentClient, type Item, type Table } from '../../../../adapters/aws/dynamodb/table.ts';
import { usageKey } from '../../../../adapters/aws/dynamodb/usage-item.ts';
import { geosOverlay } from '../../../../adapters/geos/geos-overlay.ts';
import { derivedId, newId } from '../../../../adapters/system.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import type { MultiPolygon } from '../../../../domain/geometry/multi-polygon.ts';
import { sourceText } from '../../../../domain/usage/counting/source.ts';
import type { UsageFact } from '../../../../domain/usage/usage-fact.ts';
import type { CountingServices } from '../../../../functions/jobs/count-usage/services.ts';
import { credentials, region } from '../../../../local/credentials.ts';
import type { DynamoDbEngine } from '../../../../local/dynamodb/index.ts';
import { definitionOf } from '../../../adapters/aws/dynamodb/table-definition.ts';

/** The services of counting on an engine, and facts to count. */
export async function countingOn(engine: Pick<DynamoDbEngine, 'endpoint' | 'ensureTable'>, clock: Clock) {
  const client = documentClient(new DynamoDBClient({ endpoint: engine.endpoint, region, credentials }));
  const names = ['consumption', 'usage', 'fields', 'users'] as const;
  for (const name of names) await engine.ensureTable(definitionOf(name));
  const [consumption, usage, fields, users] = names.map((name) => ({ client, name })) as [Table, Table, Table, Table];
  const objects = new Map<string, string>();
  const files = {
    put: async (key: string, content: string | Uint8Array) => void objects.set(key, String(content)),
    getText: async (key: string) => objects.get(key),
    remove: async (keys: string[]) => {
      for (const key of keys) objects.delete(key);
    },
  } as unknown as ObjectStore;
  const overlay = await geosOverlay(() => import('geos-wasm'));
  const services: CountingServices = {
    ...countingWork(consumption, clock, newId),
    sources: sourceReader({ usage, fields, users, files, clock }),
    tiles: tileStore(consumption, files, newId),
    firstDays: firstDays(consumption),
    overlay: async () => overlay,
    clock,
  };
  const shapeKey = (fact: UsageFact) => `usage/${fact.ownerId}/scenes/${fact.sourceId}.json`;

  return {
    ...{ services, overlay, clock, objects, consumption },
    store: consumptionStore(consumption, clock, derivedId),
    source: (fact: UsageFact) => ({ source: sourceText({ svcUserId: fact.svcUserId, fact: usageKey(fact).sk }) }),
    async put(fact: UsageFact, shape: MultiPolygon): Promise<void> {
      objects.set(shapeKey(fact), JSON.stringify(shape));
      const Item = { ...usageKey(fact), fact: { ...fact, shape: { objectKey: shapeKey(fact) } } };
      await client.send(new PutCommand({ TableName: 'usage', Item }));
    },
    remove: (fact: UsageFact) => client.send(new DeleteCommand({ TableName: 'usage', Key: usageKey(fact) })),
    /** Everything that is stored of an owner's consumption. */
    async stored(ownerId: string): Promise<Item[]> {
      const { Items = [] } = await client.send(new ScanCommand({ TableName: 'consumption' }));
      return Items.filter(({ pk }) => String(pk).startsWith(ownerId));
    },
  };
}
