import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { movableClock } from '../../../../local/clock.ts';
import { credentials, region } from '../../../../local/credentials.ts';
import { closeEngines, type Engines, startEngines } from '../../../../local/engines.ts';
import { clientOf } from '../../dynamodb/engine-under-test.ts';
import { plainTable } from '../../dynamodb/table-definitions.ts';

export const tableName = 'users';
export const bucket = 'files';
export const queueArn = 'arn:aws:sqs:us-east-1:000000000000:work';
export const keyId = '11111111-2222-3333-4444-555555555555';

export interface OpenState {
  engines: Engines;
  lines: string[];
  close(): Promise<void>;
}

/** Opens the stores of a state directory, as a start does, or as a restore does. */
export async function openState(
  dataDir: string,
  { isRestore = false, sync = false, clock = movableClock() } = {},
): Promise<OpenState> {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const engines = await startEngines({ dataDir, host: '127.0.0.1', clock, sync, isRestore, log });
  return { engines, lines, close: () => closeEngines(engines) };
}

/** Creates what the stores hold: a table, a bucket, a queue and a key. */
export async function createResources({ engines }: OpenState): Promise<void> {
  await engines.dynamodb.ensureTable({ ...plainTable(tableName), recoveryDays: 7 });
  await engines.s3.ensureBucket({ name: bucket, versioned: true });
  await engines.sqs.ensureQueue({ name: 'work' });
  await engines.kms.ensureKey({ keyId });
}

/** Writes one change to each store. */
export async function writeOnce({ engines }: OpenState, number: number): Promise<void> {
  const tables = clientOf(engines.dynamodb.endpoint);
  const s3 = s3Of(engines);
  try {
    const Item = { pk: { S: 'users' }, sk: { S: `user-${number}` }, name: { S: 'Ada Grower'.repeat(20) } };
    await tables.send(new PutItemCommand({ TableName: tableName, Item }));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: `a/${number}`, Body: `object ${number}` }));
    if (number % 5 === 4) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: `a/${number - 1}` }));
    await engines.sqs.send(queueArn, `message ${number}`);
  } finally {
    tables.destroy();
    s3.destroy();
  }
}

export async function rowsIn({ engines }: OpenState): Promise<number> {
  const client = clientOf(engines.dynamodb.endpoint);
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tableName }));
  client.destroy();
  return Items.length;
}

export function s3Of({ s3 }: Engines): S3Client {
  return new S3Client({ region, credentials, endpoint: s3.endpoint, forcePathStyle: true });
}
