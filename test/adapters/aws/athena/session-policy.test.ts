import { deflateRawSync } from 'node:zlib';
import { GetQueryExecutionCommand } from '@aws-sdk/client-athena';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test, vi } from 'vitest';
import { ownerClients } from '../../../../adapters/aws/athena/owner-clients.ts';
import { maxPolicy, scannedPrefixes, sessionPolicy } from '../../../../adapters/aws/athena/session-policy.ts';
import {
  lakeCompactedKey,
  lakePointsKey,
  lakePointsPrefix,
  lakeReferenceKey,
  lakeShardKey,
  lakeShownKey,
} from '../../../../domain/files/lake-keys.ts';
import { lakeCatalogue } from '../../../../domain/query/lake-catalogue.ts';
import { ownerCatalogue, ownerTables } from '../../../../domain/query/tables/owner-catalogue.ts';
import { permissionsOf } from '../../../../local/athena/session-permissions.ts';
import { compileQuery } from '../../../../sql/compile-query.ts';
import { failingAthena } from '../../../api/query/failing-athena.ts';

// Names as long as CloudFormation makes them: from the stack's name, the logical id and twelve characters.
const buckets = {
  partition: 'aws-cn',
  lakeBucket: 'furrow-prod-data-lakebucket-0123456789ab',
  resultsBucket: 'furrow-prod-data-filesbucket-0123456789ab',
};
const ownerId = '01890a5d-ac96-774b-bcce-b302099a8057';

const prefixesOf = (text: string) => {
  const catalogue = lakeCatalogue(
    ownerCatalogue(ownerId),
    'furrow_prod',
    new Map([['points', { gen: '1234', hidden: [] }]]),
  );
  return scannedPrefixes(ownerId, compileQuery(text, catalogue, { engine: 'trino', now: 0 }).scans);
};
const everything = `SELECT 1 FROM ${ownerTables(ownerId)
  .map(({ name }) => name)
  .join(', ')}`;

describe('the policy of a session', () => {
  const policy = sessionPolicy(ownerId, prefixesOf(everything), buckets);
  const { allow } = permissionsOf(policy);
  const lake = `arn:aws-cn:s3:::${buckets.lakeBucket}`;
  const files = `arn:aws-cn:s3:::${buckets.resultsBucket}`;
  const own = `lake/points/owner=${ownerId}/gen=1234/`;

  test('fits with every table of the lake', () => {
    expect(policy.length).toBeLessThanOrEqual(maxPolicy);
  });

  test('reads the owner’s files of the generation', () => {
    expect(allow('s3:GetObject', `${lake}/${own}a.b.parquet`)).toBe(true);
    expect(allow('s3:ListBucket', lake, own)).toBe(true);
    expect(allow('s3:GetObject', `${lake}/lake/fields/owner=${ownerId}/gen=0/0.b.parquet`)).toBe(true);
  });

  test('covers all keys that readers of the generation see, and nothing else of a file', () => {
    const allowed = (key: string) => allow('s3:GetObject', `${lake}/${key}`);
    const ingest = { fileId: 'file', ingestId: 'ingest' };
    expect(prefixesOf('SELECT 1 FROM points')).toEqual([lakePointsPrefix(ownerId, 1234)]);
    for (const after of [undefined, 0, 17]) expect(allowed(lakeShownKey(ownerId, 1234, ingest, after))).toBe(true);
    expect(allowed(lakeCompactedKey(ownerId, 1234, 'object'))).toBe(true);
    expect(allowed(lakePointsKey(ownerId, 'file', 'ingest'))).toBe(false);
    for (const gen of [123, 1235, 12340]) {
      expect(allowed(lakeShownKey(ownerId, gen, ingest, 17))).toBe(false);
      expect(allowed(lakeCompactedKey(ownerId, gen, 'object'))).toBe(false);
    }
    for (const { table, only } of ownerTables(ownerId).map((one) => ({ table: one.stored.at(-1) ?? '', ...one }))) {
      if (table === 'points') continue;
      const [key, other] = only.owner
        ? [lakeShardKey({ ownerId, table, shard: '0' }, 'i'), lakeShardKey({ ownerId: 'x', table, shard: '0' }, 'i')]
        : [lakeReferenceKey(table, 'part'), lakeReferenceKey('other', 'part')];
      expect([table, allowed(key), allowed(other)]).toEqual([table, true, false]);
    }
  });

  test.each([
    ['ten tables of the owner, each of a generation of its own', 10, 0],
    ['ten tables, five of them shared', 5, 5],
    ['ten shared tables', 0, 10],
  ])('fits with %s, the longest names, and packed', (_, own, public_) => {
    const name = (index: number) => `${'states_and_counties_of_'}${index}`;
    const prefixes = [
      ...Array.from({ length: own }, (_, index) => `lake/${name(index)}/owner=${ownerId}/gen=${100_000 + index}/`),
      ...Array.from({ length: public_ }, (_, index) => `lake/${name(index)}/`),
    ];
    const longest = sessionPolicy(ownerId, prefixes, buckets);
    expect(longest.length).toBeLessThanOrEqual(maxPolicy);
    // AWS does not document its packing; a general compression stays far below the limit.
    expect(deflateRawSync(longest).length).toBeLessThan(maxPolicy / 2);
    for (const prefix of prefixes) {
      const { allow: may } = permissionsOf(longest);
      expect(may('s3:GetObject', `${lake}/${prefix}a.parquet`)).toBe(true);
      for (const probed of [prefix, prefix.slice(0, -1)]) expect(may('s3:ListBucket', lake, probed)).toBe(true);
    }
  });

  test.each([
    ['another generation', `lake/points/owner=${ownerId}/gen=1235/`],
    ['a generation that begins alike', `lake/points/owner=${ownerId}/gen=12345/`],
  ])('reads no file of %s', (_, prefix) => {
    expect(allow('s3:GetObject', `${lake}/${prefix}a.parquet`)).toBe(false);
  });

  test.each([
    ['another owner', `lake/points/owner=${ownerId}x/gen=1234/`],
    ['the whole table', 'lake/points/'],
    ['the whole lake', ''],
  ])('does not reach %s', (_, prefix) => {
    expect(allow('s3:GetObject', `${lake}/${prefix}a.parquet`)).toBe(false);
    expect(allow('s3:ListBucket', lake, prefix)).toBe(false);
  });

  test('writes results under the owner’s prefix only, and nothing into the lake', () => {
    expect(allow('s3:PutObject', `${files}/exports/${ownerId}/queries/x.csv`)).toBe(true);
    expect(allow('s3:AbortMultipartUpload', `${files}/exports/${ownerId}/queries/x.csv`)).toBe(true);
    expect(allow('s3:PutObject', `${files}/exports/other/queries/x.csv`)).toBe(false);
    expect(allow('s3:PutObject', `${files}/incoming/x`)).toBe(false);
    expect(allow('s3:PutObject', `${lake}/${own}x.parquet`)).toBe(false);
    expect(allow('s3:DeleteObject', `${files}/exports/${ownerId}/queries/x.csv`)).toBe(false);
  });

  test('runs queries and reads tables, and changes none', () => {
    for (const action of [
      'athena:StartQueryExecution',
      'athena:GetQueryResults',
      'athena:StopQueryExecution',
      'glue:GetTable',
      'glue:GetPartitions',
    ])
      expect(allow(action, '*')).toBe(true);
    for (const action of ['glue:CreateTable', 'glue:UpdateTable', 's3:PutBucketPolicy', 'sts:AssumeRole'])
      expect(allow(action, '*')).toBe(false);
  });

  test('names only a query’s own tables', () => {
    expect(prefixesOf('SELECT 1 FROM points AS a, points AS b')).toEqual([own]);
    expect(sessionPolicy(ownerId, [], buckets)).not.toContain('lake/');
  });

  test.each(['*', 'a/b', '../x', '', '$' + '{aws:username}', 'a'.repeat(65)])('refuses the owner %s', (id) => {
    expect(() => sessionPolicy(id, [], buckets)).toThrow('owner');
  });

  test('refuses scans without a generation, and those of other owners', () => {
    const scan = (only: Record<string, string>) => [{ stored: ['furrow', 'points'], only }];
    expect(() => scannedPrefixes(ownerId, scan({ owner: ownerId }))).toThrow('generation');
    expect(() => scannedPrefixes(ownerId, scan({ owner: ownerId, gen: '*' }))).toThrow('generation');
    expect(() => scannedPrefixes(ownerId, scan({ owner: 'other', gen: '0' }))).toThrow('other');
  });
});

describe('credentials', () => {
  const assumed = {
    Credentials: { AccessKeyId: 'id', SecretAccessKey: 'secret', SessionToken: 'token', Expiration: new Date() },
  };
  const made = (endpoint?: string) => {
    const client = new STSClient({ region: 'eu-central-1' });
    const sts = mockClient(client);
    sts.on(AssumeRoleCommand).resolves(assumed);
    let now = 0;
    const clients = ownerClients({
      ...buckets,
      roleArn: 'arn:aws:iam::111122223333:role/queries',
      clock: { now: () => now },
      sts: client,
      ...(endpoint && { endpoint }),
    });
    return { sts, clients, wait: (minutes: number) => (now += minutes * 60_000) };
  };

  test('are requested once for an owner and generation, until a long query might outlive them', async () => {
    const { sts, clients, wait } = made();
    const own = ['lake/points/owner=a/gen=1/'];
    expect(await clients('a', own)).toBe(await clients('a', own));
    wait(14);
    await clients('a', own);
    expect(sts.commandCalls(AssumeRoleCommand)).toHaveLength(1);
    wait(2);
    await clients('a', own);
    await clients('a', ['lake/points/owner=a/gen=2/']);
    await clients('b', ['lake/points/owner=b/gen=1/']);
    expect(sts.commandCalls(AssumeRoleCommand).map(({ args }) => args[0].input.RoleSessionName)).toEqual([
      'a',
      'a',
      'a',
      'b',
    ]);
  });

  test('are those of the role, restricted and short-lived', async () => {
    const { sts, clients } = made();
    await clients('a', ['lake/points/owner=a/gen=1/']);
    expect(sts.commandCalls(AssumeRoleCommand)[0]?.args[0].input).toMatchObject({
      RoleArn: 'arn:aws:iam::111122223333:role/queries',
      // Half of it is left at their last use: as long as the longest query.
      DurationSeconds: 1_800,
      Policy: expect.stringContaining('arn:aws:s3:::'),
    });
  });

  test('that Athena reports expired before their time are requested again', async () => {
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    const athena = await failingAthena();
    athena.script = { GetQueryExecution: [{ error: 'ExpiredTokenException' }] };
    const { clients } = made(athena.endpoint);
    const client = await clients('a', []);
    expect(await clients('a', [])).toBe(client);
    const look = client.send(new GetQueryExecutionCommand({ QueryExecutionId: 'q' }));
    await expect(look).rejects.toMatchObject({ name: 'ExpiredTokenException' });
    expect(await clients('a', [])).not.toBe(client);
    athena.close();
    vi.unstubAllEnvs();
  });

  test('that STS is too busy to issue are reported as unavailable for now', async () => {
    const { sts, clients } = made();
    sts.on(AssumeRoleCommand).rejects(Object.assign(new Error('Rate exceeded'), { name: 'Throttling' }));
    await expect(clients('a', [])).rejects.toMatchObject({ status: 503, errorKey: 'engineBusy' });
  });

  test('that could not be issued are requested again', async () => {
    const { sts, clients } = made();
    sts.on(AssumeRoleCommand).rejectsOnce(new Error('denied')).resolves(assumed);
    await expect(clients('a', [])).rejects.toThrow('denied');
    await expect(clients('a', [])).resolves.toBeDefined();
  });
});
