import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jobNames, jobs } from '../../../functions/manifests.ts';
import { environmentNamed } from '../../../infra/context/environment.ts';
import { readContext } from '../../../infra/context/read-context.ts';
import { plainText } from '../../../infra/release/plain-text.ts';
import { maxEnvironmentName } from '../../../infra/settings/environment-name.ts';
import { readSettingsFile } from '../../../infra/settings/settings-file.ts';
import type { Template } from '../../../infra/template.ts';
import { compilePolicy } from '../../../local/iam/policy.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { plan } from '../../../local/template/plan.ts';
import { ofType, withId } from '../resources.ts';
import { furrowApp, root, templates, withoutValidator } from '../synthesize.ts';

/** The longest that AWS has: of an isolated partition. */
const longestRegion = 'us-isof-south-1';
const longestName = 'a'.repeat(maxEnvironmentName);

/** The property with the physical name by type, and how long it may be: the quotas of each service. */
const named: Readonly<Record<string, { property: string; max: number }>> = {
  'AWS::ApiGatewayV2::Api': { property: 'Name', max: 128 },
  'AWS::Athena::WorkGroup': { property: 'Name', max: 128 },
  'AWS::Budgets::Budget': { property: 'Budget.BudgetName', max: 100 },
  'AWS::CloudWatch::Dashboard': { property: 'DashboardName', max: 255 },
  'AWS::DynamoDB::GlobalTable': { property: 'TableName', max: 255 },
  'AWS::Glue::Database': { property: 'DatabaseInput.Name', max: 255 },
  'AWS::IAM::Role': { property: 'RoleName', max: 64 },
  'AWS::Lambda::Function': { property: 'FunctionName', max: 64 },
  'AWS::Logs::LogGroup': { property: 'LogGroupName', max: 512 },
  'AWS::S3::Bucket': { property: 'BucketName', max: 63 },
  'AWS::SNS::Topic': { property: 'TopicName', max: 256 },
  'AWS::SQS::Queue': { property: 'QueueName', max: 80 },
  'AWS::SSM::Parameter': { property: 'Name', max: 1011 },
};
/** Types whose names are the account's or the world's, whatever the region. */
const global = ['AWS::Budgets::Budget', 'AWS::CloudWatch::Dashboard', 'AWS::IAM::Role', 'AWS::S3::Bucket'];
/** Properties called `Name` that are no names of resources: those of rules, routes and such have none here. */
const namesOf = (properties: Record<string, unknown>) =>
  Object.keys(properties).filter((property) => /^([A-Z][a-z]+)?Name$/.test(property));

const filled = (template: Template): Template =>
  JSON.parse(
    JSON.stringify(plainText(template))
      .replaceAll('<AWS::Region>', longestRegion)
      .replaceAll('<AWS::AccountId>', '111122223333'),
  ) as Template;

const longest = Object.entries(
  templates({ environment: environmentNamed(longestName), budget: { monthlyUsd: 5 } }),
).map(([stack, template]) => [stack, filled(template)] as const);

/** Names of resources by type. */
const names = longest.flatMap(([, { Resources }]) =>
  Object.values(Resources).flatMap(({ Type, Properties = {} }) => {
    const { property, max } = named[Type] ?? {};
    const name = property?.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], Properties);
    return name === undefined ? [] : [{ Type, name: String(name), max: max ?? 0 }];
  }),
);

describe('names with the longest environment and region', () => {
  test('are within what AWS takes', () => {
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter(({ name, max }) => name.length > max)).toEqual([]);
  });

  test('are known: no other type of resource has one', () => {
    const types = new Set(
      longest.flatMap(([, { Resources }]) =>
        Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
          namesOf(Properties).some((property) => String(Properties[property]).includes(longestName)) ? [Type] : [],
        ),
      ),
    );
    // These name another resource.
    const referring = ['AWS::Logs::MetricFilter', 'AWS::Glue::Table', 'AWS::Lambda::Permission'];
    expect([...types].filter((type) => !(type in named) && !referring.includes(type))).toEqual([]);
  });

  test('have the region in them where they are not of one region', () => {
    const found = names.filter(({ Type }) => global.includes(Type));
    expect(found.length).toBeGreaterThan(4);
    expect(found.filter(({ name }) => !name.includes(longestRegion))).toEqual([]);
  });

  test('of stacks are at most 128 letters long', () => {
    for (const [stack] of longest) expect(`furrow-${longestName}-${stack}`.length).toBeLessThanOrEqual(128);
  });
});

test('environments that one name begins with share no name', () => {
  const all = (environment: string) =>
    Object.values(templates({ environment: environmentNamed(environment) })).flatMap((template) =>
      Object.values(template.Resources).flatMap(({ Type, Properties = {} }) => {
        const property = named[Type]?.property ?? '';
        return Properties[property] === undefined ? [] : [`${Type} ${JSON.stringify(Properties[property])}`];
      }),
    );
  const [one, other] = [all('prod'), all('prod2')];
  expect(one.length).toBeGreaterThan(150);
  expect(one.filter((name) => other.includes(name))).toEqual([]);
});

describe('the settings file that is committed as an example', () => {
  const file = readSettingsFile(join(root, 'examples/deployment'));
  const contextOf = (environment: string) => readContext({ environment }, file);

  test.each(['staging', 'prod'])('gives %s', (environment) => {
    const { layers: _, ...context } = contextOf(environment);
    const { stacks } = withoutValidator(() => furrowApp(context).synth());
    const observed = environment === 'prod' ? ['observability'] : [];
    expect(stacks.map(({ stackName }) => stackName).sort()).toEqual(
      ['api', 'data', ...observed, 'workers'].map((stack) => `furrow-${environment}-${stack}`),
    );
    for (const { tags } of stacks) expect(tags).toEqual({ team: 'agronomy', stage: environment });
  });

  test('has the ceilings of its workers and of its sweep, with places for those that read files', () => {
    const { layers: _, ...context } = contextOf('prod');
    const { workers } = templates(context);
    const slots = (id: string) => withId(workers, id).properties.ScalingConfig.MaximumConcurrency;
    expect([slots('SyncFilesSource'), slots('CompactLakeSource'), slots('SyncFieldsSource')]).toEqual([40, 5, 5]);
    const variables = (id: string) => withId(workers, id).properties.Environment.Variables;
    expect(variables('SyncFilesFunction').WORKERS_AT_ONCE).toBe('38');
    expect(variables('ProcessSoilFunction').WORKERS_AT_ONCE).toBeUndefined();
    expect(variables('ProcessSoilFunction').FILES_AT_ONCE).toBe('16');
    expect(variables('RunQueriesFunction').FILES_AT_ONCE).toBeUndefined();
    expect(variables('SweepFunction').SWEEP_ITEMS).toBe('200');
  });

  test('is JSON that nothing else is read from', () => {
    const content = JSON.parse(readFileSync(join(root, 'examples/deployment/furrow.settings.json'), 'utf8'));
    expect(Object.keys(content.environments)).toEqual(['staging', 'prod']);
  });
});

test('workers that share places say so in their manifests', () => {
  const reading = jobNames.filter((name) =>
    readFileSync(join(root, `functions/jobs/${name}/index.ts`), 'utf8').includes('workersAtOnce: workersAtOnce()'),
  );
  expect(reading.length).toBeGreaterThan(3);
  expect(jobNames.filter((name) => jobs[name].places !== undefined)).toEqual(reading);
});

describe('a budget', () => {
  test('tells an address, and counts what has a tag', () => {
    const { data } = templates({
      budget: { monthlyUsd: 500, email: 'ops@example.com', tag: 'stage' },
      tags: { stage: 'prod' },
    });
    const { Budget, NotificationsWithSubscribers } = withId(data, 'Budget').properties;
    expect(Budget).toMatchObject({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 500, Unit: 'USD' },
      CostFilters: { TagKeyValue: ['user:stage$prod'] },
    });
    expect(NotificationsWithSubscribers).toHaveLength(3);
    expect(NotificationsWithSubscribers[0].Subscribers).toEqual([
      { SubscriptionType: 'EMAIL', Address: 'ops@example.com' },
    ]);
  });

  test('tells the topic for alarms where it names no address, which lets budgets in', () => {
    const { data } = templates({ budget: { monthlyUsd: 5 } });
    const { resource, properties } = withId(data, 'Budget');
    expect(properties.NotificationsWithSubscribers[2].Subscribers).toEqual([
      { SubscriptionType: 'SNS', Address: { Ref: 'AlarmsTopic' } },
    ]);
    expect(resource.DependsOn).toEqual(['AlarmsTopicPolicy']);
    const policy = JSON.stringify(withId(data, 'AlarmsTopicPolicy').properties);
    expect(policy).toContain('budgets.amazonaws.com');
  });

  test('is not made unless it is set', () => {
    for (const template of Object.values(templates())) expect(ofType(template, 'AWS::Budgets::Budget')).toEqual([]);
  });
});

describe('a key of one’s own', () => {
  const keyArn = 'arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-0000-0000-000000000000';
  const own = templates({ keyArn });
  const roles = Object.values(own).flatMap((template) => ofType(filled(template), 'AWS::IAM::Role'));
  const statementsOf = (properties: (typeof roles)[number]['properties']) =>
    properties.Policies.flatMap(
      // biome-ignore lint/suspicious/noExplicitAny: statements are as deep as IAM's own schema
      ({ PolicyDocument }: any) => PolicyDocument.Statement,
      // biome-ignore lint/suspicious/noExplicitAny: as above
    ) as any[];

  test('encrypts tables, buckets and queues, and seals secrets; no other is made', () => {
    const { data } = own;
    expect(ofType(data, 'AWS::KMS::Key')).toEqual([]);
    for (const { id, properties } of ofType(data, 'AWS::DynamoDB::GlobalTable')) {
      expect([id, properties.SSESpecification]).toEqual([id, { SSEEnabled: true, SSEType: 'KMS' }]);
      expect(JSON.stringify(properties.Replicas)).toContain(keyArn);
    }
    for (const { properties } of ofType(data, 'AWS::S3::Bucket'))
      expect(properties.BucketEncryption.ServerSideEncryptionConfiguration).toEqual([
        {
          BucketKeyEnabled: true,
          ServerSideEncryptionByDefault: { KMSMasterKeyID: keyArn, SSEAlgorithm: 'aws:kms' },
        },
      ]);
    for (const { properties } of ofType(data, 'AWS::SQS::Queue')) expect(properties.KmsMasterKeyId).toBe(keyArn);
    expect(withId(data, 'SecretsKeyArnParameter').properties.Value).toBe(keyArn);
    expect(JSON.stringify(withId(data, 'QueriesWorkGroup').properties)).toContain(
      `"EncryptionOption":"SSE_KMS","KmsKey":"${keyArn}"`,
    );
  });

  test('is used by every function through services alone, and directly by those that seal', () => {
    const withKey = roles.filter(({ properties }) => JSON.stringify(properties).includes('kms:ViaService'));
    expect(withKey.length).toBe(roles.length);
    const opening = (found: typeof roles) =>
      found.flatMap(({ id, properties }) =>
        statementsOf(properties).some(
          ({ Action, Condition }) => [Action].flat().includes('kms:Decrypt') && Condition === undefined,
        )
          ? [id]
          : [],
      );
    const usual = Object.values(templates()).flatMap((template) => ofType(template, 'AWS::IAM::Role'));
    expect(opening(roles)).toEqual(opening(usual));
    // IAM counts the policy of a role without its white space.
    const lengths = roles.map(({ id, properties }) => ({ id, length: JSON.stringify(properties.Policies).length }));
    expect(lengths.filter(({ length }) => length > 10_240)).toEqual([]);
  });

  test('is opened by services, and not by a function itself, in the embedded cloud’s model of its policies', async () => {
    const assembly = withoutValidator(() => furrowApp({ environment: environmentNamed('dev'), keyArn }).synth());
    const { access } = plan(await readAssembly(assembly.directory), {
      sqs: 'http://127.0.0.1:1',
      api: 'http://127.0.0.1:2',
    });
    const decrypt = (role: string, service?: string) => {
      const found = access.roles.find(({ name }) => name.includes(role));
      const host = service && `${service}.us-east-1.amazonaws.com`;
      const context = (key: string) => (key === 'kms:viaservice' && host ? [host] : undefined);
      return compilePolicy(found?.policies ?? [], role).effect({ action: 'kms:Decrypt', resource: keyArn, context });
    };
    expect([decrypt('SweepRole'), decrypt('SweepRole', 'sqs'), decrypt('SweepRole', 'secretsmanager')]).toEqual([
      undefined,
      'Allow',
      undefined,
    ]);
    expect(decrypt('TokensRole')).toBe('Allow');
  });

  test('is in no template unless it is set', () => {
    expect(JSON.stringify(templates())).not.toMatch(/ViaService|KmsMasterKeyId|SSE_KMS|QUERY_RESULTS_KEY/);
  });
});
