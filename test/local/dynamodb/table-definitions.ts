import type { TableDefinition } from '../../../local/dynamodb/index.ts';

/** A table with the string keys `pk` and `sk`. */
export function plainTable(tableName: string, more: Partial<TableDefinition> = {}): TableDefinition {
  return { tableName, ...keysOf('pk', 'sk'), ...more };
}

/** A table with the string keys `pk` and `sk` and one keys-only index, `byList` on `ownerKey` and the sort key `listKey`. */
export function indexedTable(tableName: string, listKeyType: 'S' | 'N' = 'S'): TableDefinition {
  const table = plainTable(tableName);
  return {
    ...table,
    attributeDefinitions: [
      ...table.attributeDefinitions,
      { AttributeName: 'ownerKey', AttributeType: 'S' },
      { AttributeName: 'listKey', AttributeType: listKeyType },
    ],
    globalSecondaryIndexes: [
      {
        IndexName: 'byList',
        KeySchema: keysOf('ownerKey', 'listKey').keySchema,
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  };
}

export function keysOf(partition: string, sort: string): Pick<TableDefinition, 'keySchema' | 'attributeDefinitions'> {
  return {
    keySchema: [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ],
    attributeDefinitions: [partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  };
}
