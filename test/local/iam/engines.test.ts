import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { movableClock } from '../../../local/clock.ts';
import { credentials as operator, region } from '../../../local/credentials.ts';
import { closeEngines, type Engines, startEngines } from '../../../local/engines.ts';
import { readPolicy } from '../../../local/iam/policy-document.ts';

const roleArn = (name: string) => `arn:aws:iam::000000000000:role/${name}`;
const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/notes';
const keyId = '11111111-1111-4111-8111-111111111111';
const allow = (Action: string | string[], Resource: string | string[], Condition = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  Condition,
});
const lambda = {
  Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
};
const role = (name: string, Statement: object[], trust: object = lambda) => ({
  name,
  arn: roleArn(name),
  trust: readPolicy(trust, name),
  policies: [readPolicy({ Statement }, name)],
  maxSessionSeconds: 3600,
});

const lines: string[] = [];
const dir = mkdtempSync(join(tmpdir(), 'furrow-iam-'));
let engines: Engines;
type Signer = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
let worker: Signer;

beforeAll(async () => {
  engines = await startEngines({
    dataDir: dir,
    host: '127.0.0.1',
    clock: movableClock(),
    sync: false,
    log: (line) => lines.push(line),
  });
  engines.guard.enforce({
    roles: [
      role('worker', [
        allow(['dynamodb:GetItem', 'dynamodb:Query'], table, {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['mine*'] },
        }),
        allow(['dynamodb:PutItem'], table),
        allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], 'arn:aws:s3:::files/in/*'),
        allow('s3:PutObject', 'arn:aws:s3:::files/out/*'),
        allow('s3:ListBucket', 'arn:aws:s3:::files', { StringLike: { 's3:prefix': 'in/*' } }),
        allow('s3:GetObject', 'arn:aws:s3:::files/unlisted/*'),
        allow('sqs:SendMessage', 'arn:aws:sqs:us-east-1:000000000000:jobs'),
        allow('kms:GenerateDataKey', `arn:aws:kms:us-east-1:000000000000:key/${keyId}`, {
          StringEquals: { 'kms:EncryptionContext:owner': 'o' },
        }),
        allow('sts:AssumeRole', roleArn('narrow')),
      ]),
      role('narrow', [allow('s3:GetObject', 'arn:aws:s3:::files/*')], {
        Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: 'arn:aws:iam::000000000000:root' } },
      }),
    ],
    resources: new Map(),
  });
  worker = engines.sts.openFor('fn', roleArn('worker'));
  await engines.dynamodb.ensureTable({
    tableName: 'notes',
    keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    attributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
  await engines.s3.ensureBucket({ name: 'files' });
  await engines.sqs.ensureQueue({ name: 'jobs' });
  await engines.kms.ensureKey({ keyId });
  for (const Key of ['in/a', 'in/b', 'other/a']) {
    await s3(operator).send(new PutObjectCommand({ Bucket: 'files', Key, Body: Key }));
  }
});

afterAll(async () => {
  await closeEngines(engines);
  rmSync(dir, { recursive: true, force: true });
});

const s3 = (credentials: Signer) =>
  new S3Client({
    region,
    credentials,
    endpoint: engines.s3.endpoint,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
const refused = (name: string, status: number) => ({ name, $metadata: { httpStatusCode: status } });

describe('DynamoDB', () => {
  const client = () => new DynamoDBClient({ region, credentials: worker, endpoint: engines.dynamodb.endpoint });
  const TableName = 'notes';

  test('checks tables, leading keys, and each step of a transaction', async () => {
    const Item = { pk: { S: 'mine' } };
    await client().send(new PutItemCommand({ TableName, Item }));
    await client().send(new GetItemCommand({ TableName, Key: Item }));
    const of = (key: string) =>
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :k',
        ExpressionAttributeValues: { ':k': { S: key } },
      });
    await client().send(of('mine-2'));
    const denied = refused('AccessDeniedException', 400);
    await expect(client().send(of('theirs'))).rejects.toMatchObject(denied);
    await expect(client().send(new GetItemCommand({ TableName, Key: { pk: { S: 'theirs' } } }))).rejects.toMatchObject(
      denied,
    );
    const check = { TableName, Key: Item, ConditionExpression: 'attribute_exists(pk)' };
    const steps = [{ Put: { TableName, Item: { pk: { S: 'x' } } } }, { ConditionCheck: check }];
    await expect(client().send(new TransactWriteItemsCommand({ TransactItems: steps }))).rejects.toThrow(
      `not authorized to perform: dynamodb:ConditionCheckItem on resource: ${table}`,
    );
    expect(lines.join('\n')).toContain(`DENIED [fn] dynamodb:ConditionCheckItem on ${table}`);
  });
});

describe('S3', () => {
  const Bucket = 'files';

  test('reports a missing object only to callers that may list it', async () => {
    await s3(worker).send(new HeadObjectCommand({ Bucket, Key: 'in/a' }));
    await expect(s3(worker).send(new GetObjectCommand({ Bucket, Key: 'in/none' }))).rejects.toMatchObject(
      refused('NoSuchKey', 404),
    );
    await expect(s3(worker).send(new GetObjectCommand({ Bucket, Key: 'unlisted/none' }))).rejects.toMatchObject(
      refused('AccessDenied', 403),
    );
    await expect(s3(worker).send(new GetObjectCommand({ Bucket, Key: 'other/a' }))).rejects.toMatchObject(
      refused('AccessDenied', 403),
    );
  });

  test('lists by prefix, copies from readable to writable keys, and deletes key by key', async () => {
    await s3(worker).send(new ListObjectsV2Command({ Bucket, Prefix: 'in/' }));
    for (const Prefix of ['in', 'other/', undefined]) {
      await expect(s3(worker).send(new ListObjectsV2Command({ Bucket, Prefix }))).rejects.toMatchObject(
        refused('AccessDenied', 403),
      );
    }
    await s3(worker).send(new CopyObjectCommand({ Bucket, Key: 'out/a', CopySource: 'files/in/a' }));
    const stolen = new CopyObjectCommand({ Bucket, Key: 'out/b', CopySource: 'files/other/a' });
    await expect(s3(worker).send(stolen)).rejects.toMatchObject(refused('AccessDenied', 403));
    const Objects = [{ Key: 'in/b' }, { Key: 'other/a' }];
    const { Deleted, Errors } = await s3(worker).send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    expect([Deleted?.map(({ Key }) => Key), Errors?.map(({ Key, Code }) => [Key, Code])]).toEqual([
      ['in/b'],
      [['other/a', 'AccessDenied']],
    ]);
  });

  test('allows a presigned URL what its signer may do', async () => {
    const statusOf = async (Key: string) =>
      (await fetch(await getSignedUrl(s3(worker), new GetObjectCommand({ Bucket, Key }), { expiresIn: 60 }))).status;
    expect([await statusOf('in/a'), await statusOf('other/a')]).toEqual([200, 403]);
  });
});

test('SQS refuses queues outside of the role', async () => {
  const client = new SQSClient({ region, credentials: worker, endpoint: engines.sqs.endpoint });
  const QueueUrl = `${engines.sqs.endpoint}/000000000000/jobs`;
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
  await expect(client.send(new PurgeQueueCommand({ QueueUrl }))).rejects.toMatchObject(refused('AccessDenied', 403));
});

test('KMS checks the encryption context', async () => {
  const client = new KMSClient({ region, credentials: worker, endpoint: engines.kms.endpoint });
  const dataKey = (owner: string) =>
    new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { owner } });
  const { CiphertextBlob } = await client.send(dataKey('o'));
  const denied = refused('AccessDeniedException', 400);
  await expect(client.send(dataKey('p'))).rejects.toMatchObject(denied);
  await expect(client.send(new DecryptCommand({ CiphertextBlob }))).rejects.toMatchObject(denied);
});

test('STS issues a trusted role, narrowed, for an hour at most', async () => {
  const client = new STSClient({ region, credentials: worker, endpoint: engines.sts.endpoint });
  expect((await client.send(new GetCallerIdentityCommand({}))).Arn).toMatch(/assumed-role\/worker\/fn$/);
  const assume = (name: string, DurationSeconds = 900) =>
    client.send(
      new AssumeRoleCommand({
        RoleArn: roleArn(name),
        RoleSessionName: 'o1',
        DurationSeconds,
        Policy: JSON.stringify({ Statement: [allow('s3:GetObject', 'arn:aws:s3:::files/in/*')] }),
      }),
    );
  await expect(assume('worker')).rejects.toMatchObject(refused('AccessDenied', 403));
  await expect(assume('narrow', 7_200)).rejects.toThrow('900 to 3600');
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = (await assume('narrow')).Credentials ?? {};
  const session = s3({ accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken });
  await session.send(new GetObjectCommand({ Bucket: 'files', Key: 'in/a' }));
  await expect(session.send(new GetObjectCommand({ Bucket: 'files', Key: 'out/a' }))).rejects.toMatchObject(
    refused('AccessDenied', 403),
  );
});

test('an unknown access key is refused', async () => {
  const nobody = { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' };
  const client = new DynamoDBClient({ region, credentials: nobody, endpoint: engines.dynamodb.endpoint });
  await expect(client.send(new GetItemCommand({ TableName: 'notes', Key: { pk: { S: 'x' } } }))).rejects.toMatchObject(
    refused('UnrecognizedClientException', 400),
  );
});
