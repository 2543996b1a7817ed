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
  shared ??= DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } });
  return { client: shared, name };
}
