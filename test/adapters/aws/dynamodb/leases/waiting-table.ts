import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { documentClient, type Table } from '../../../../../adapters/aws/dynamodb/table.ts';
import { credentials, region } from '../../../../../local/credentials.ts';
import { startForTests } from '../../../../local/dynamodb/engine-under-test.ts';

/** A table of a database of its own, in which slots and waiting work can be. */
export async function waitingTable(): Promise<Table> {
  const { engine } = await startForTests();
  const KeySchema = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await engine.ensureTable({
    tableName: 'uploads',
    keySchema: KeySchema('pk', 'sk'),
    attributeDefinitions: [
      ...['pk', 'sk', 'deadlineKey'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
      { AttributeName: 'deadline', AttributeType: 'N' },
    ],
    globalSecondaryIndexes: [
      {
        IndexName: 'byDeadline',
        KeySchema: KeySchema('deadlineKey', 'deadline'),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  });
  const client = documentClient(new DynamoDBClient({ endpoint: engine.endpoint, region, credentials }));
  return { client, name: 'uploads' };
}
