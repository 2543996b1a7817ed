import type { Requirement } from '../iam/decide.ts';
import type { Refusal } from '../iam/guard.ts';
import { streamArn, tableArn } from '../template/arns.ts';
import { type ApiError, apiError } from './api-error.ts';
import { check } from './dynalite.ts';
import { decodeIterator } from './stream-operations.ts';
import type { KeySchemaElement } from './tables/table-description.ts';
import type { Tables } from './tables/tables.ts';

type Input = Record<string, unknown>;
export type DynamoDbRequires = (input: Input, tables: Tables) => Requirement[];

const transactionActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Permissions that each call needs. Source: service authorization reference, and "Using IAM with DynamoDB transactions" in the developer guide. */
export const dynamoDbRequires: Record<string, DynamoDbRequires> = {
  GetItem: ({ TableName, Key }, tables) => [onItems('GetItem', TableName, [Key], tables)],
  PutItem: ({ TableName, Item }, tables) => [onItems('PutItem', TableName, [Item], tables)],
  UpdateItem: ({ TableName, Key }, tables) => [onItems('UpdateItem', TableName, [Key], tables)],
  DeleteItem: ({ TableName, Key }, tables) => [onItems('DeleteItem', TableName, [Key], tables)],
  BatchGetItem: ({ RequestItems }, tables) =>
    entries(RequestItems).map(([name, { Keys }]) => onItems('BatchGetItem', name, list(Keys), tables)),
  BatchWriteItem: ({ RequestItems }, tables) =>
    entries(RequestItems).map(([name, requests]) =>
      onItems('BatchWriteItem', name, list(requests).map(written), tables),
    ),
  TransactWriteItems: ({ TransactItems }, tables) =>
    list(TransactItems).flatMap((step) =>
      entries(step).map(([kind, { TableName, Key, Item }]) =>
        onItems(transactionActions[kind] ?? kind, TableName, [Key ?? Item], tables),
      ),
    ),
  Query: (input, tables) => [onRange('Query', input, tables)],
  Scan: (input, tables) => [onRange('Scan', input, tables)],
  CreateTable: onTable('CreateTable'),
  DeleteTable: onTable('DeleteTable'),
  DescribeTable: onTable('DescribeTable'),
  DescribeContinuousBackups: onTable('DescribeContinuousBackups'),
  UpdateContinuousBackups: onTable('UpdateContinuousBackups'),
  RestoreTableToPointInTime: ({ SourceTableName, TargetTableName }) =>
    [SourceTableName, TargetTableName].map((name) => ({
      action: 'dynamodb:RestoreTableToPointInTime',
      resource: tableArn(String(name)),
    })),
  DescribeTimeToLive: onTable('DescribeTimeToLive'),
  ListTables: () => [{ action: 'dynamodb:ListTables', resource: '*' }],
  ListStreams: ({ TableName }) => [{ action: 'dynamodb:ListStreams', resource: streamArn(String(TableName)) }],
  DescribeStream: ({ StreamArn }) => [{ action: 'dynamodb:DescribeStream', resource: String(StreamArn) }],
  GetShardIterator: ({ StreamArn }) => [{ action: 'dynamodb:GetShardIterator', resource: String(StreamArn) }],
  GetRecords: ({ ShardIterator }) => [
    { action: 'dynamodb:GetRecords', resource: streamArn(decodeIterator(String(ShardIterator)).tableName) },
  ],
};

function onTable(name: string): DynamoDbRequires {
  return ({ TableName }) => [{ action: `dynamodb:${name}`, resource: tableArn(String(TableName)) }];
}

/** An index has an ARN of its own. The leading key is that of the index, and is read from the key condition when a policy refers to it. */
function onRange(name: string, input: Input, tables: Tables): Requirement {
  const table = tableArn(String(input.TableName));
  return {
    action: `dynamodb:${name}`,
    resource: input.IndexName === undefined ? table : `${table}/index/${input.IndexName}`,
    context: (key) => (key === 'dynamodb:leadingkeys' && name === 'Query' ? rangeKeys(input, tables) : undefined),
  };
}

function rangeKeys(input: Input, tables: Tables): string[] {
  const table = tables.find(String(input.TableName))?.description;
  const index = table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === input.IndexName);
  // A copy, since the check modifies its input.
  const { KeyConditions } = check('query', structuredClone(input));
  return list(member(member(KeyConditions, partitionKey((index ?? table)?.KeySchema)), 'AttributeValueList')).map(
    plain,
  );
}

function onItems(name: string, tableName: unknown, keys: unknown[], tables: Tables): Requirement {
  return {
    action: `dynamodb:${name}`,
    resource: tableArn(String(tableName)),
    context(key) {
      if (key !== 'dynamodb:leadingkeys') return undefined;
      const partition = partitionKey(tables.find(String(tableName))?.description.KeySchema);
      return keys.map((item) => plain(member(item, partition)));
    },
  };
}

const partitionKey = (schema: KeySchemaElement[] = []): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
const written = ({ PutRequest, DeleteRequest }: Input) => member(PutRequest, 'Item') ?? member(DeleteRequest, 'Key');
const member = (value: unknown, name: string): unknown => Object(value)[name];
const entries = (value: unknown): [string, Input][] =>
  Object.entries(Object(value)).map(([key, item]) => [key, Object(item)]);
const list = (value: unknown): Input[] => (Array.isArray(value) ? value.map(Object) : []);
/** The text or number in `{"S": "…"}`. */
const plain = (value: unknown): string => String(Object.values(Object(value))[0] ?? '');

export function refuseDynamoDb({ message, unknownKey }: Refusal): ApiError {
  return unknownKey ? apiError('UnrecognizedClientException', message) : apiError('AccessDeniedException', message);
}
