import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, KMSClient, ListKeysCommand } from '@aws-sdk/client-kms';
import { GetDataLakeSettingsCommand, LakeFormationClient } from '@aws-sdk/client-lakeformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { ListServiceQuotasCommand, ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import { tableNames } from '../../../functions/manifests.ts';
import { mockedClient } from '../../mocked-client.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('preflight');
const cloudFormation = mockedClient(CloudFormationClient);
const dynamodb = mockedClient(DynamoDBClient);
const kms = mockedClient(KMSClient);
const lakeFormation = mockedClient(LakeFormationClient);
const lambda = mockedClient(LambdaClient);
const s3 = mockedClient(S3Client);
const quotas = mockedClient(ServiceQuotasClient);
const sts = mockedClient(STSClient);

const printed: string[] = [];
vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(line));
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** An error as the SDK throws it. */
const failure = (name: string) => Object.assign(new Error(name), { name });
const stackOf = (StackStatus: 'CREATE_COMPLETE' | 'ROLLBACK_COMPLETE' | 'CREATE_IN_PROGRESS', isProtected = false) => ({
  Stacks: [
    {
      StackId: 'arn:aws:cloudformation:eu-west-1:111122223333:stack/furrow-prod-data/1',
      StackName: 'furrow-prod-data',
      CreationTime: new Date(0),
      StackStatus,
      EnableTerminationProtection: isProtected,
      Outputs: [{ OutputKey: 'SecretsKeyId', OutputValue: '12ab' }],
    },
  ],
});

/** A usual account without a deployment. */
beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  printed.length = 0;
  for (const mock of [cloudFormation, dynamodb, kms, lakeFormation, lambda, s3, quotas, sts]) mock.reset();
  lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
  });
  quotas
    .on(ListServiceQuotasCommand, { ServiceCode: 'apigateway' })
    .resolvesOnce({ Quotas: [{ QuotaName: 'HTTP APIs per region', Value: 600 }], NextToken: 'more' })
    .resolves({ Quotas: [{ QuotaName: 'Routes per API', QuotaCode: 'L-1', Value: 300 }] });
  quotas
    .on(ListServiceQuotasCommand, { ServiceCode: 'athena' })
    .resolves({ Quotas: [{ QuotaName: 'Active DML queries', QuotaCode: 'L-2', Value: 150 }] });
  lakeFormation.on(GetDataLakeSettingsCommand).resolves({
    DataLakeSettings: {
      CreateTableDefaultPermissions: [
        { Principal: { DataLakePrincipalIdentifier: 'IAM_ALLOWED_PRINCIPALS' }, Permissions: ['ALL'] },
      ],
    },
  });
  cloudFormation.on(DescribeStacksCommand).rejects(failure('ValidationError'));
  sts.on(GetCallerIdentityCommand).resolves({ Account: '111122223333', Arn: 'arn:aws:iam::111122223333:user/ada' });
  dynamodb.on(DescribeTableCommand).rejects(failure('ResourceNotFoundException'));
  s3.on(HeadBucketCommand).rejects(failure('NotFound'));
  kms.on(ListKeysCommand).resolves({ Keys: [] });
});

const preflight = (...settings: string[]) =>
  runFurrow(['preflight', ...settings.flatMap((one) => ['-c', one]), '--mapping', join(folder, 'import.json')], {});
const text = () => printed.join('\n');

describe('furrow preflight', () => {
  test('lets a usual account pass', async () => {
    expect([await preflight('environment=prod'), text()]).toEqual([0, expect.not.stringMatching(/^(STOP|note)/m)]);
    expect(printed).toHaveLength(5);
  });

  test('stops below 100 concurrent executions, with the request for more', async () => {
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: 10 } });
    expect(await preflight('environment=prod')).toBe(1);
    expect(text()).toContain('STOP  The account may run 10 functions at once');
    expect(text()).toContain(
      'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000',
    );
  });

  test('stops at fewer than the deployment reckons with, and says with how many it would pass', async () => {
    lambda.on(GetAccountSettingsCommand).resolves({
      AccountLimit: { ConcurrentExecutions: 500, UnreservedConcurrentExecutions: 200 },
    });
    expect(await preflight()).toBe(1);
    expect(text()).toContain('500 functions at once in this region, of which 300 are reserved for others');
    expect(text()).toContain('-c accountConcurrency=200');
    printed.length = 0;
    expect(await preflight('accountConcurrency=200')).toBe(0);
    expect(await preflight('accountConcurrency=60')).toBe(1);
    expect(text()).toContain('accountConcurrency is 60');
    expect(await preflight('accountConcurrency=many')).toBe(1);
    expect(text()).toContain('accountConcurrency is a whole number, 1 or more, not "many"');
  });

  test('stops where API Gateway takes too few routes, and where Lake Formation controls new tables, which DuckDB does not need', async () => {
    quotas.on(ListServiceQuotasCommand, { ServiceCode: 'apigateway' }).resolves({
      Quotas: [{ QuotaName: 'Routes per API', QuotaCode: 'L-1', Value: 100 }],
    });
    expect(await preflight()).toBe(1);
    expect(text()).toContain('--service-code apigateway --quota-code L-1 --desired-value 300');
    quotas.on(ListServiceQuotasCommand, { ServiceCode: 'apigateway' }).resolves({ Quotas: [] });
    expect(await preflight()).toBe(0);
    lakeFormation.on(GetDataLakeSettingsCommand).resolves({ DataLakeSettings: { CreateTableDefaultPermissions: [] } });
    expect(await preflight()).toBe(1);
    expect(await preflight('queryEngine=duckdb')).toBe(0);
  });

  test('passes over what the operator may not read, and says so', async () => {
    quotas.on(ListServiceQuotasCommand).rejects(failure('AccessDeniedException'));
    lambda.on(GetAccountSettingsCommand).rejects(failure('AccessDeniedException'));
    expect(await preflight()).toBe(0);
    expect(text()).toMatch(/The limits of Lambda could not be read \(AccessDeniedException/);
  });

  test('names what an earlier deployment has left, with the mapping for cdk import', async () => {
    dynamodb.on(DescribeTableCommand, { TableName: 'furrow-prod-users' }).resolves({});
    s3.on(HeadBucketCommand, { Bucket: 'furrow-prod-lake-111122223333-eu-west-1' }).resolves({});
    kms.on(ListKeysCommand).resolves({ Keys: [{ KeyId: 'foreign' }, { KeyId: 'ours' }] });
    kms.on(DescribeKeyCommand, { KeyId: 'foreign' }).rejects(failure('AccessDeniedException'));
    kms.on(DescribeKeyCommand, { KeyId: 'ours' }).resolves({
      KeyMetadata: {
        KeyId: 'ours',
        KeyState: 'Enabled',
        Description: 'Furrow prod: seals the secrets of owners and users',
      },
    });
    expect(await preflight('environment=prod')).toBe(1);
    expect(text()).toContain('UsersTable, LakeBucket, SecretsKey');
    expect(text()).toContain(
      'npx cdk import furrow-prod-data -c environment=prod -c importing=true --resource-mapping',
    );
    expect(JSON.parse(readFileSync(join(folder, 'import.json'), 'utf8'))).toEqual({
      UsersTable: { TableName: 'furrow-prod-users' },
      LakeBucket: { BucketName: 'furrow-prod-lake-111122223333-eu-west-1' },
      SecretsKey: { KeyId: 'ours' },
    });
    cloudFormation.on(DescribeStacksCommand).resolves(stackOf('CREATE_COMPLETE'));
    expect(await preflight('environment=prod')).toBe(0);
    expect(text()).toContain('npx furrow protect --stack furrow-prod-data');
  });

  test('refuses a setting without a value', async () => {
    expect(await preflight('environment')).toBe(1);
    expect(text()).toContain('-c takes name=value, not "environment"');
  });
});

describe('furrow protect', () => {
  const file = join(folder, 'cdk.context.json');
  const protect = () => runFurrow(['protect', '--stack', 'furrow-prod-data', '--context', file], {});

  test('protects the tables and the stack, and notes it for later deployments', async () => {
    writeFileSync(file, JSON.stringify({ alarmEmail: 'ops@example.com', protected: ['dev'] }));
    cloudFormation.on(DescribeStacksCommand).resolves(stackOf('CREATE_COMPLETE'));
    cloudFormation.on(UpdateTerminationProtectionCommand).resolves({});
    dynamodb.on(DescribeTableCommand).resolves({ Table: { DeletionProtectionEnabled: false } });
    dynamodb
      .on(DescribeTableCommand, { TableName: 'furrow-prod-users' })
      .resolves({ Table: { DeletionProtectionEnabled: true } });
    dynamodb.on(UpdateTableCommand).resolves({});
    expect([await protect(), text()]).toEqual([0, expect.stringContaining(`protected ${tableNames.length - 1} of`)]);
    const changed = dynamodb.commandCalls(UpdateTableCommand).map(({ args: [{ input }] }) => input);
    expect(changed).not.toContainEqual(expect.objectContaining({ TableName: 'furrow-prod-users' }));
    expect(changed).toContainEqual({ TableName: 'furrow-prod-fields', DeletionProtectionEnabled: true });
    expect(cloudFormation.commandCalls(UpdateTerminationProtectionCommand)[0]?.args[0].input).toEqual({
      StackName: 'furrow-prod-data',
      EnableTerminationProtection: true,
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      alarmEmail: 'ops@example.com',
      protected: ['dev', 'prod'],
    });
  });

  test('refuses a deployment that is not complete, before it changes anything', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves(stackOf('CREATE_IN_PROGRESS'));
    expect(await protect()).toBe(1);
    expect(text()).toContain('furrow-prod-data is CREATE_IN_PROGRESS');
    expect(dynamodb.calls()).toEqual([]);
  });
});
