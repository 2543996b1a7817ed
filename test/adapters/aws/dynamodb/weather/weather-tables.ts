import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient, type Table } from '../../../../../adapters/aws/dynamodb/table.ts';
import { credentials, region } from '../../../../../local/credentials.ts';
import { startForTests } from '../../../../local/dynamodb/engine-under-test.ts';

/** A request that the SDK has sent. */
export interface Sent {
  command: string;
  input: object;
}

/** The members of a batch of reads that tests look at. */
interface BatchInput {
  RequestItems: Record<string, { Keys: { sk: unknown }[]; ConsistentRead: boolean }>;
}

/** Tables with all keys on an engine of the test file's own, and the requests sent to them. */
export async function weatherTables<Name extends string>(...names: Name[]) {
  const { engine, clock } = await startForTests();
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region, credentials });
  const sent: Sent[] = [];
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        sent.push({ command: commandName, input: args.input });
        return next(args);
      },
    { step: 'initialize' },
  );
  for (const tableName of names) {
    await engine.ensureTable({
      tableName,
      keySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      attributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      globalSecondaryIndexes: [],
    });
  }
  sent.length = 0;
  const document = documentClient(client);
  const tables = Object.fromEntries(names.map((name) => [name, { client: document, name }])) as unknown as Record<
    Name,
    Table
  >;
  return { tables, clock, sent };
}

/** Whether each batch of reads was consistent, in order, with the sort keys that it read. */
export function batchesOf(sent: readonly Sent[], table: string) {
  return sent
    .filter(({ command }) => command === 'BatchGetItemCommand')
    .map(({ input }) => (input as BatchInput).RequestItems[table])
    .map((read) => ({ keys: read?.Keys.map(({ sk }) => sk) ?? [], isConsistent: read?.ConsistentRead }));
}
