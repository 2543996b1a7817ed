import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { slimEndpoints } from '../../../infra/bundling/slim/endpoints.ts';
import { slimSchemas, writeOutKeys } from '../../../infra/bundling/slim/schemas.ts';
import { slimSdk } from '../../../infra/bundling/slim/sdk.ts';
import { slimZod, withoutCode } from '../../../infra/bundling/slim/zod.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { root } from '../synthesize.ts';

/** A program with the library calls that functions make, one of each kind; `requests` returns what would be sent. */
const used = `
  import { AthenaClient, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
  import { DynamoDBClient, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
  import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
  import { GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
  import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
  import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
  export { EndpointCache } from '@aws-sdk/endpoint-cache';
  export { credentialsTreatedAsExpired, credentialsWillNeedRefresh, defaultProvider } from '@aws-sdk/credential-provider-node';
  export * as z from 'zod';

  const key = { pk: { S: 'owner' }, sk: { S: 'field' } };
  const calls = [
    [S3Client, new PutObjectCommand({ Bucket: 'furrow-files', Key: 'artefacts/o/u/a b.json', Body: '{}', ContentType: 'application/json' })],
    [S3Client, new GetObjectCommand({ Bucket: 'furrow-files', Key: 'exports/o/r.json', Range: 'bytes=0-9' })],
    [S3Client, new ListObjectVersionsCommand({ Bucket: 'furrow-files', Prefix: 'artefacts/' })],
    [DynamoDBClient, new QueryCommand({ TableName: 'fields', KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': { S: 'owner' } } })],
    [DynamoDBClient, new TransactWriteItemsCommand({ ClientRequestToken: 'token', TransactItems: [{ Delete: { TableName: 'fields', Key: key } }] })],
    [SQSClient, new SendMessageCommand({ QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/123456789012/queue', MessageBody: '{}', DelaySeconds: 9 })],
    [KMSClient, new DecryptCommand({ CiphertextBlob: new Uint8Array([1, 2]), EncryptionContext: { owner: 'o' } })],
    [AthenaClient, new StartQueryExecutionCommand({ QueryString: 'SELECT 1', WorkGroup: 'furrow', ClientRequestToken: 'token' })],
    [STSClient, new AssumeRoleCommand({ RoleArn: 'arn:aws:iam::123456789012:role/queries', RoleSessionName: 'owner' })],
  ];

  export async function requests() {
    const sent = [];
    const requestHandler = { handle: async (request) => { sent.push(request); throw new Error('not sent'); } };
    for (const [Client, command] of calls) {
      const client = new Client({ region: 'eu-central-1', maxAttempts: 1, requestHandler });
      await client.send(command).catch((error) => { if (error.message !== 'not sent') throw error; });
    }
    return sent;
  }
`;

interface Used {
  requests(): Promise<{ method: string; hostname: string; path: string; headers: object; body: unknown }[]>;
  EndpointCache: new (capacity: number) => Cache;
  credentialsTreatedAsExpired(credentials?: { expiration?: Date }): boolean;
  credentialsWillNeedRefresh(credentials?: { expiration?: Date }): boolean;
  defaultProvider(init: object): () => Promise<{ accessKeyId: string }>;
  z: typeof import('zod');
}

interface Cache {
  set(key: string, endpoints: { Address: string; CachePeriodInMinutes: number }[]): void;
  get(key: string): { Address: string }[] | undefined;
  getEndpoint(key: string): string | undefined;
  has(key: string): boolean;
  delete(key: string): void;
  clear(): void;
}

const plugins = [slimSdk, slimSchemas, slimEndpoints, slimZod];
const banner = "import { createRequire as make } from 'node:module'; const require = make(import.meta.url);";
const folder = temporaryFolder('slim');
let whole: Used;
let slim: Used;
let inputs: string[];

/** The bundle of an entry, with its warnings. An import that a replacement lacks fails the build or is a warning. */
async function bundled(name: string, slimming: Plugin[]) {
  const outfile = join(folder, `${name}.mjs`);
  const { warnings, metafile } = await build({
    ...{ stdin: { contents: used, resolveDir: root }, absWorkingDir: root, outfile, plugins: slimming },
    ...{ banner: { js: banner }, bundle: true, format: 'esm', logLevel: 'silent', mainFields: ['module', 'main'] },
    ...{ metafile: true, platform: 'node' },
  });
  expect(warnings).toEqual([]);
  return { loaded: (await import(pathToFileURL(outfile).href)) as Used, inputs: Object.keys(metafile.inputs) };
}

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE').stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
  const own = await bundled('whole', []);
  whole = own.loaded;
  inputs = own.inputs;
  slim = (await bundled('slim', plugins)).loaded;
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** The files that a plugin replaces. */
function filtersOf(plugin: Plugin): RegExp[] {
  const filters: RegExp[] = [];
  const note = { onLoad: ({ filter }: { filter: RegExp }) => void filters.push(filter) };
  plugin.setup(note as never);
  return filters;
}

test.each(plugins.flatMap((plugin) => filtersOf(plugin).map((filter) => ({ name: plugin.name, filter }))))(
  '$name replaces an existing file: $filter',
  ({ filter }) => {
    expect(inputs.filter((path) => filter.test(path))).not.toEqual([]);
  },
);

describe('clients of the SDK', () => {
  test('send the same requests as the whole SDK', async () => {
    // The parts that differ from call to call: the time, the signature over it and the id of the call.
    const stable = ({ method, hostname, path, headers, body }: Awaited<ReturnType<Used['requests']>>[number]) => ({
      ...{ method, hostname, path, body: Buffer.from((body ?? '') as string).toString() },
      headers: Object.entries(headers).filter(
        ([name]) => !/^(authorization|x-amz-date|amz-sdk-invocation-id)$/i.test(name),
      ),
    });
    const expected = (await whole.requests()).map(stable);
    expect(expected).toHaveLength(9);
    expect((await slim.requests()).map(stable)).toEqual(expected);
  });

  test('treat credentials as expired when the whole SDK does', () => {
    const near = [-1, 0, 299_000, 301_000, 3_600_000].map((ms) => ({ expiration: new Date(Date.now() + ms) }));
    for (const credentials of [undefined, {}, ...near]) {
      expect(slim.credentialsTreatedAsExpired(credentials)).toBe(whole.credentialsTreatedAsExpired(credentials));
      expect(slim.credentialsWillNeedRefresh(credentials)).toBe(whole.credentialsWillNeedRefresh(credentials));
    }
  });

  test('read credentials once, like the whole SDK, and again when they have expired', async () => {
    const read = async ({ defaultProvider }: Used, expiration: string | undefined) => {
      vi.stubEnv('AWS_CREDENTIAL_EXPIRATION', expiration);
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'FIRST');
      const provider = defaultProvider({});
      const keys = [(await provider()).accessKeyId];
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'SECOND');
      return [...keys, (await provider()).accessKeyId];
    };
    expect(await read(slim, undefined)).toEqual(['FIRST', 'FIRST']);
    expect(await read(whole, undefined)).toEqual(['FIRST', 'FIRST']);
    expect(await read(slim, '2020-01-01T00:00:00Z')).toEqual(['FIRST', 'SECOND']);
    expect(await read(whole, '2020-01-01T00:00:00Z')).toEqual(['FIRST', 'SECOND']);
  });

  test('cache endpoints as the whole SDK does', () => {
    const seen = ({ EndpointCache }: Used) => {
      const cache = new EndpointCache(10);
      const look = () => ['a', 'b', 'c'].map((key) => [cache.has(key), cache.getEndpoint(key), cache.get(key)?.length]);
      cache.set('a', [{ Address: 'a.example.com', CachePeriodInMinutes: 5 }]);
      cache.set('b', [{ Address: 'b.example.com', CachePeriodInMinutes: 5 }]);
      const looks = [look()];
      cache.delete('a');
      looks.push(look());
      cache.clear();
      return [...looks, look()];
    };
    expect(seen(slim)).toEqual(seen(whole));
  });

  test('write out every key of their schemas that names a constant', async () => {
    const files = inputs.filter((path) => /client-\w+\/dist-es\/schemas\/schemas_0\.js$/.test(path));
    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const file of files) {
      const source = await readFile(join(root, file), 'utf8');
      const left = (text: string) => [...text.matchAll(/\{[^{}]*\[_\w+\]:/g)].length;
      expect([file, left(writeOutKeys(source))]).toEqual([file, 0]);
    }
  });
});

describe('zod', () => {
  test.each(['to-json-schema', 'json-schema-processors'])(
    'has every export of %s, all of which refuse to run',
    async (name) => {
      const file = join(root, `node_modules/zod/v4/core/${name}.js`);
      const replaced = withoutCode(await readFile(file, 'utf8'));
      const made = await import(`data:text/javascript,${encodeURIComponent(replaced)}`);
      expect(Object.keys(made).sort()).toEqual(Object.keys(await import(pathToFileURL(file).href)).sort());
      for (const refuse of Object.values<() => () => void>(made))
        expect(() => refuse()()).toThrow(/JSON Schema is left out/);
    },
  );

  test('parses and refuses like the whole library', () => {
    const read = ({ z }: Used) => {
      const schema = z.strictObject({
        id: z.uuid(),
        area: z.number().positive().optional(),
        tags: z.array(z.enum(['a'])),
      });
      const given = [{ id: crypto.randomUUID(), tags: ['a'] }, { id: '1', area: -1, tags: ['b'], more: true }, null];
      return given.map((value) => schema.safeParse(value).error?.issues);
    };
    expect(read(slim)).toEqual(read(whole));
    expect(read(slim)[1]?.length).toBeGreaterThan(3);
  });
});
