import { type TableName, tables } from '../../../../functions/manifests.ts';
import type { TableDefinition } from '../../../../local/dynamodb/index.ts';

/** A table of the service with its indexes, as the embedded database defines it. */
export function definitionOf(name: TableName): TableDefinition {
  const { indexes = {} } = tables[name] as {
    indexes?: Record<string, { partition: string; sort: string; sortIsNumber?: true }>;
  };
  const keys = new Map([
    ['pk', 'S'],
    ['sk', 'S'],
  ]);
  for (const { partition, sort, sortIsNumber } of Object.values(indexes)) {
    keys.set(partition, 'S').set(sort, sortIsNumber ? 'N' : 'S');
  }
  const keySchema = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' as const },
    { AttributeName: sort, KeyType: 'RANGE' as const },
  ];
  return {
    tableName: name,
    keySchema: keySchema('pk', 'sk'),
    attributeDefinitions: [...keys].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    globalSecondaryIndexes: Object.entries(indexes).map(([IndexName, { partition, sort }]) => ({
      IndexName,
      KeySchema: keySchema(partition, sort),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
  };
}
