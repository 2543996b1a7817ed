import { describe, expect, test } from 'vitest';
import { settings } from '../../functions/manifests.ts';
import { plainText } from '../../infra/release/plain-text.ts';
import type { Template } from '../../infra/template.ts';
import { ofType } from './resources.ts';
import { templates } from './synthesize.ts';

const stacks = templates();
const named = Object.entries(stacks);
/** With names and ARNs as text. */
const plain = Object.values(stacks).map((template) => plainText(template) as Template);

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

function statements(template: Template): { role: string; statement: Statement }[] {
  return ofType(template, 'AWS::IAM::Role').flatMap(({ id, properties }) =>
    properties.Policies.flatMap(({ PolicyDocument }: { PolicyDocument: { Statement: Statement[] } }) =>
      PolicyDocument.Statement.map((statement) => ({ role: id, statement })),
    ),
  );
}

const everywhere = plain.flatMap(statements);

test('the stacks are data, api, workers and observability', () => {
  expect(Object.keys(stacks).sort()).toEqual(['api', 'data', 'observability', 'workers']);
});

test.each(named)('%s stays well below CloudFormation’s 500 resources', (_name, template) => {
  expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(450);
});

test.each(named)(
  '%s has few outputs of the 200 that CloudFormation takes, and none for other stacks',
  (_name, template) => {
    const outputs = Object.values(template.Outputs ?? {});
    expect(outputs.length).toBeLessThanOrEqual(30);
    expect(outputs.filter(({ Export }) => Export)).toEqual([]);
  },
);

test.each(named)(
  '%s uses other stacks by names, since CloudFormation refuses to go back over an export that is imported',
  (_name, template) => {
    expect(JSON.stringify(template)).not.toMatch(/Fn::(ImportValue|GetStackOutput)/);
  },
);

test.each(named)('%s gives every resource an id chosen by hand', (_name, template) => {
  const generated = Object.keys(template.Resources).filter((id) => /[0-9A-F]{8}$/.test(id));
  expect(generated).toEqual([]);
});

test.each(named)('%s needs no function of the CDK’s own', (_name, template) => {
  const custom = Object.values(template.Resources).filter(({ Type }) =>
    /^(Custom::|AWS::CloudFormation::Custom)/.test(Type),
  );
  expect(custom).toEqual([]);
});

test.each(named)('%s names no account and no region', (_name, template) => {
  // The host of the catalogue of scenes contains a region.
  const own = JSON.stringify(template).replaceAll(settings.SCENES_HOSTS.otherwise, '');
  expect(own).not.toMatch(/\b\d{12}\b|(us|eu|ap|sa|ca)-[a-z]+-\d\b/);
});

describe('permissions', () => {
  const rolesWith = (text: string) => [
    ...new Set(everywhere.filter(({ statement }) => JSON.stringify(statement).includes(text)).map(({ role }) => role)),
  ];

  test('only the function that signs owners in reaches passwords and sealed keys, and few can open sealed values', () => {
    expect(rolesWith('table/furrow-prod-identity"')).toEqual(['TokensRole']);
    // Keys, links and webhooks seal the answers stored for repeated requests; lists show the secrets of links again; users are given credentials of
    // others, sealed anew; accounts are connected with the owner's app keys; links of satellite images are sealed; Planet is called with the owners'
    // keys, also to cancel orders.
    const openers = [
      ...[
        'AlertsRole',
        'CheckCredentialsRole',
        'ConnectionsRole',
        'DeliverWebhooksRole',
        'EraseSatelliteFieldRole',
        'FollowPlanetRole',
        'KeysRole',
        'LayersRole',
        'LinksRole',
        'OauthRole',
      ],
      ...[
        'OneClickRole',
        'PrescriptionsRole',
        'SatelliteRole',
        'SubscribePushesRole',
        'SyncAssetsRole',
        'SyncFieldsRole',
        'SyncFilesRole',
        'SyncIrrigationRole',
        'TokensRole',
        'UsersRole',
      ],
    ];
    expect(rolesWith('kms:Decrypt').sort()).toEqual(openers);
    expect(rolesWith('SecretsKey').sort()).toEqual([...openers, 'CredentialsRole'].sort());
  });

  test('only that function writes what tokens are checked with', () => {
    const writers = everywhere.filter(
      ({ statement }) =>
        JSON.stringify(statement.Resource).includes('table/furrow-prod-owners"') &&
        [statement.Action].flat().some((action) => /Put|Update|Delete|Write/.test(action)),
    );
    expect(writers.map(({ role }) => role)).toEqual(['TokensRole']);
  });

  test('belong to one function each', () => {
    const roles = named.flatMap(([, template]) =>
      ofType(template, 'AWS::Lambda::Function').map(({ properties }) => JSON.stringify(properties.Role)),
    );
    expect(new Set(roles).size).toBe(roles.length);
  });

  test('allow no action by a wildcard and nothing on *', () => {
    for (const { role, statement } of everywhere) {
      expect([role, [statement.Action].flat().filter((action) => action.includes('*'))]).toEqual([role, []]);
      expect([role, [statement.Resource].flat().filter((resource) => resource === '*')]).toEqual([role, []]);
    }
  });

  test('end in a wildcard only below a prefix of a bucket, where keys are not known in advance', () => {
    const wild = everywhere.filter(({ statement }) => JSON.stringify(statement.Resource).includes('*'));
    expect(wild.length).toBeGreaterThan(0);
    for (const { role, statement } of wild) {
      expect([role, [statement.Action].flat().every((action) => action.startsWith('s3:'))]).toEqual([role, true]);
      for (const resource of [statement.Resource].flat()) {
        expect(JSON.stringify(resource)).toMatch(
          /(Bucket.Arn>|s3:::furrow-prod-(files|lake)-<AWS::AccountId>-<AWS::Region>)\/(incoming|artefacts|cache|exports|usage|satellite|satellite-blocks|lake\/(points|ingests|fields|operations|files|soil_samples|applied_irrigation|ssurgo|states_counties))\/\*"$/,
        );
      }
    }
  });

  test('fit into a role, which has at most 10,240 characters', () => {
    const lengths = { Region: 14, AccountId: 12, Partition: 6 };
    for (const { id, properties } of plain.flatMap((template) => ofType(template, 'AWS::IAM::Role'))) {
      // An ARN in place of each reference to one.
      const policies = JSON.stringify(properties.Policies)
        .replaceAll(/<AWS::(Region|AccountId|Partition)>/g, (_, name: keyof typeof lengths) =>
          'a'.repeat(lengths[name]),
        )
        .replaceAll(/<[^<>]*>/g, 'a'.repeat(100));
      expect(`${id} ${policies.length <= 10_240}`).toBe(`${id} true`);
    }
  });

  test('list a bucket only below a prefix', () => {
    const listing = everywhere.filter(({ statement }) => [statement.Action].flat().includes('s3:ListBucket'));
    expect(listing.length).toBeGreaterThan(0);
    for (const { statement } of listing) {
      expect(statement.Condition).toEqual({ StringLike: { 's3:prefix': expect.anything() } });
    }
  });

  test('allow no scan of a table, no change of its settings, and no management of the key', () => {
    const actions = everywhere.flatMap(({ statement }) => statement.Action);
    expect(actions).not.toContain('dynamodb:Scan');
    expect(
      actions.filter((action) => /Delete(Table|Bucket|Queue)|Update(Table|TimeToLive)|kms:(Put|Schedule)/.test(action)),
    ).toEqual([]);
  });
});

describe('alarms', () => {
  const numberIn = (of: Record<string, Template>) =>
    Object.values(of).reduce((sum, template) => sum + ofType(template, 'AWS::CloudWatch::Alarm').length, 0);

  test('are in prod, and none are in dev', async () => {
    const { environmentNamed } = await import('../../infra/context/environment.ts');
    expect(numberIn(stacks)).toBeGreaterThan(40);
    expect(numberIn(templates({ environment: environmentNamed('dev') }))).toBe(0);
  });
});
