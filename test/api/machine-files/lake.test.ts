import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { lakePointerKey } from '../../../adapters/aws/dynamodb/operations/operation-item.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { lakeFilePrefix, lakeShownPrefix } from '../../../domain/files/lake-keys.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { advance, bucket, idle, queueUrl, sqs, table, variable } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { operationsService, processed } from './batch.ts';

const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);
const maxQuerySeconds = 15 * 60;

const objectsOf = (ownerId: string, fileId: string) => keysBelow(lakeShownPrefix(ownerId, 0, fileId));

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of lake.list(prefix)) keys.push(key);
  return keys;
}

/** The objects of a file that readers see. */
async function seenOf(ownerId: string, fileId: string): Promise<string[]> {
  const { client, name } = table('operations');
  const { Item } = await client.send(new GetCommand({ TableName: name, Key: lakePointerKey(ownerId, 'points') }));
  const left = [...(Item?.hidden ?? []), ...(Item?.replaced ?? [])] as string[];
  return (await objectsOf(ownerId, fileId)).filter((key) => !left.some((ingest) => key.includes(`.${ingest}.`)));
}

test('reprocessed points replace the old ones at once, which are deleted when no query reads them', async () => {
  const owner = await freshOwner();
  const { id } = await freshUser(owner);
  const { files } = await processed(owner, id, 'harvest.zip', zipOf({ 'a.csv': harvestCsv() }));
  const fileId = files[0]?.id ?? '';
  const before = await seenOf(owner.owner.id, fileId);
  expect(before).toHaveLength(1);

  expect((await owner.post(`${operationsService}/files/${fileId}/reprocess`)).status).toBe(202);
  await idle();
  const after = await seenOf(owner.owner.id, fileId);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  expect(await objectsOf(owner.owner.id, fileId)).toEqual(expect.arrayContaining([...before, ...after]));

  await advance({ seconds: maxQuerySeconds + 1 });
  await idle();
  expect(await objectsOf(owner.owner.id, fileId)).toEqual(after);
  expect(await keysBelow(lakeFilePrefix(owner.owner.id, fileId))).toEqual([]);

  // Leftovers of a worker that dies between scheduling the old points for deletion and ending the file.
  const ingestId = after[0]?.split('/').at(-1)?.split('.')[1];
  const MessageBody = JSON.stringify({ step: 'forget', ownerId: owner.owner.id, fileId, ingestId });
  await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('machine-files'), MessageBody }));
  await idle();
  expect(await seenOf(owner.owner.id, fileId)).toEqual(after);
});
