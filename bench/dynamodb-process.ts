import { systemClock } from '../adapters/system.ts';
import { startDynamoDb } from '../local/dynamodb/index.ts';

/** The embedded database in a process of its own, with tables that have a key and no indexes: `dynamodb-process.ts DIR TABLE ...` sends its parent the endpoint and serves. */
const [dir = '', ...names] = process.argv.slice(2);
const engine = await startDynamoDb({ dir, host: '127.0.0.1', clock: systemClock });
for (const tableName of names) {
  await engine.ensureTable({
    tableName,
    keySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    attributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    globalSecondaryIndexes: [],
  });
}
process.send?.({ endpoint: engine.endpoint });
// It ends with its parent.
process.on('disconnect', () => void engine.close());
