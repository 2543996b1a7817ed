import { ListObjectVersionsCommand, type ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { type TableName, tableNames } from '../../../functions/manifests.ts';
import { advance, bucket, control, idle, table, variable } from '../cloud.ts';

const buckets = { files: bucket.name, lake: variable('LAKE_BUCKET') };

/** Advances past the longest time that a worker may run on after the user was deleted, and past SQS's longest delay. */
export async function untilErased(): Promise<void> {
  for (const minutes of [0, 15.1, 2.1]) {
    await advance({ minutes });
    await idle();
  }
}

/** Every item of every table and every version in the buckets whose key names a user, as `<table or bucket> <key>`. */
export async function tracesOf(svcUserId: string): Promise<string[]> {
  const traces: string[] = [];
  for (const name of tableNames) {
    for await (const item of itemsOf(name)) {
      if (JSON.stringify(item).includes(svcUserId)) traces.push(`${name} ${item.pk} ${item.sk}`);
    }
  }
  for (const [name, Bucket] of Object.entries(buckets)) {
    for await (const key of keysOfVersions(Bucket)) if (key.includes(svcUserId)) traces.push(`${name} ${key}`);
  }
  return traces;
}

/** The objects that contain a text, as `<bucket> <key>`. Earlier versions of the lake's tables contain it for as long as decision 77 says. */
export async function objectsNaming(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const [name, Bucket] of Object.entries(buckets)) {
    const store = objectStore(Bucket, bucket.client);
    for await (const { key } of store.versions('')) {
      if ((await store.getText(key))?.includes(text)) found.push(`${name} ${key}`);
    }
  }
  return found;
}

/** The queues in which a message contains a text, including dead letters and delayed messages. */
export async function messagesNaming(text: string): Promise<string[]> {
  const { messages } = await control<{ messages: Record<string, string[]> }>('GET', '/queues/messages');
  return Object.keys(messages).filter((queue) => messages[queue]?.some((body) => body.includes(text)));
}

/** Keys of all versions in a bucket, delete markers included. */
async function* keysOfVersions(Bucket: string): AsyncGenerator<string> {
  let page: Partial<ListObjectVersionsCommandOutput> = {};
  do {
    const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
    page = await bucket.client.send(new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker }));
    for (const { Key = '' } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) yield Key;
  } while (page.IsTruncated);
}

export async function* itemsOf(name: TableName): AsyncGenerator<Record<string, unknown>> {
  const { client, name: TableName } = table(name);
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    yield* page.Items ?? [];
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
