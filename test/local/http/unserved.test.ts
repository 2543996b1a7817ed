import { AthenaClient, ListWorkGroupsCommand } from '@aws-sdk/client-athena';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { credentials, region } from '../../../local/credentials.ts';
import { startUnserved, type UnservedCall, type UnservedEndpoint } from '../../../local/http/unserved.ts';

const calls: UnservedCall[] = [];
let unserved: UnservedEndpoint;
let config: { endpoint: string; region: string; credentials: typeof credentials };
beforeAll(async () => {
  unserved = await startUnserved({ host: '127.0.0.1', onCall: (call) => calls.push(call) });
  config = { endpoint: unserved.endpoint, region, credentials };
});
beforeEach(() => {
  calls.length = 0;
});
afterAll(() => unserved.close());

const refusal = (call: string) => ({
  message: `the embedded cloud does not serve ${call}; nothing was sent to AWS`,
  $metadata: { httpStatusCode: 501, attempts: 1 },
});

test('a client of a JSON protocol is told which call is not served', async () => {
  const call = new AthenaClient(config).send(new ListWorkGroupsCommand({}));
  await expect(call).rejects.toMatchObject({
    ...refusal('athena.ListWorkGroups'),
    name: 'NotServedByTheEmbeddedCloud',
  });
  expect(calls).toEqual([{ service: 'athena', operation: 'ListWorkGroups' }]);
});

test('a client of the query protocol is told which call is not served', async () => {
  const call = new CloudFormationClient(config).send(new DescribeStacksCommand({}));
  await expect(call).rejects.toMatchObject(refusal('cloudformation.DescribeStacks'));
});

test('a client of DynamoDB is told which call is not served', async () => {
  await expect(new DynamoDBClient(config).send(new ListTablesCommand({}))).rejects.toMatchObject(
    refusal('dynamodb.ListTables'),
  );
});

test('a client of S3 is told which call is not served, by method and path', async () => {
  const s3 = new S3Client(config);
  const call = s3.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'a&b' }));
  await expect(call).rejects.toMatchObject(refusal('s3.GET /bucket/a%26b'));
  const head = s3.send(new HeadBucketCommand({ Bucket: 'bucket' }));
  await expect(head).rejects.toMatchObject({ $metadata: { httpStatusCode: 501 } });
  expect(calls.at(-1)).toEqual({ service: 's3', operation: 'HEAD /bucket/' });
});

test('a client of CBOR is told which call is not served', async () => {
  const response = await fetch(`${unserved.endpoint}/service/GraniteServiceVersion20100801/operation/PutMetricData`, {
    method: 'POST',
    headers: { 'smithy-protocol': 'rpc-v2-cbor', 'user-agent': 'aws-sdk-js/3 api/cloudwatch#3' },
    body: new Uint8Array([0xa0]),
  });
  expect(response.headers.get('smithy-protocol')).toBe('rpc-v2-cbor');
  expect(await response.text()).toContain('does not serve cloudwatch.PutMetricData');
});

test('an unsigned call is answered as well', async () => {
  const response = await fetch(`${unserved.endpoint}/2015-03-31/functions`);
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('AWS.GET /2015-03-31/functions') });
});
