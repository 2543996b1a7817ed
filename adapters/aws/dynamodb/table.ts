import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A table and the client that reaches it. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
}

/** An item as the document client reads it. */
export type Item = Record<string, unknown>;

let shared: DynamoDBDocumentClient | undefined;

/** The named table. All tables of a function share one client, and so its connections. */
export function table(name: string): Table {
  shared ??= documentClient(new DynamoDBClient({}));
  return { client: shared, name };
}

/** A client that reads and writes plain values; members that are undefined are left out. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
