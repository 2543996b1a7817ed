import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A table and its client. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
}

/** An item as plain values. */
export type Item = Record<string, unknown>;

let shared: DynamoDBDocumentClient | undefined;

/**
 * The table with this name. All tables of a function share one client with its connections.
 *
 * @example const fields = table(names.FIELDS_TABLE);
 */
export function table(name: string): Table {
  shared ??= documentClient(new DynamoDBClient({}));
  return { client: shared, name };
}

/**
 * A client that reads and writes plain values; undefined members are left out.
 *
 * @example const client = documentClient(new DynamoDBClient({}));
 */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
