import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';

/** The item that a stream record says was inserted; undefined for changes and removals. */
export function insertedItem<T>({ eventName, dynamodb }: DynamoDBRecord): T | undefined {
  if (eventName !== 'INSERT' || !dynamodb?.NewImage) return undefined;
  return unmarshall(dynamodb.NewImage as Parameters<typeof unmarshall>[0]) as T;
}
