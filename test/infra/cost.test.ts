import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environmentNamed } from '../../infra/context/environment.ts';
import { idleBill } from '../../infra/cost/idle.ts';
import { prices, total } from '../../infra/cost/prices.ts';
import { costReport, withReport } from '../../infra/cost/report.ts';
import { root, templates } from './synthesize.ts';

const [dev, prod] = ['dev', 'prod'].map((name) => Object.values(templates({ environment: environmentNamed(name) })));

test.each([
  ['dev', dev, 7],
  ['prod', prod, 15],
])('a month of %s in which nobody calls costs no more than promised', (_name, made = [], limit) => {
  const items = idleBill(made);
  expect(total(items)).toBeLessThanOrEqual(limit);
  // Whatever is billed by the month is among the items.
  const monthly = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::KMS::Key', 'AWS::SQS::Queue'];
  const types = new Set(made.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)));
  for (const type of types) expect([...billedByUse, ...monthly]).toContain(type);
});

/** Types of resources that cost nothing while nobody calls; a new one has to be looked up, and goes here or into the idle bill. */
const billedByUse = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Athena::WorkGroup',
  'AWS::CDK::Metadata',
  'AWS::DynamoDB::GlobalTable',
  'AWS::Events::Rule',
  'AWS::Glue::Database',
  'AWS::Glue::Table',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::LayerVersion',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SSM::Parameter',
];

test('docs/cost.md has the tables of today: npm run cost', () => {
  const page = readFileSync(join(root, 'docs/cost.md'), 'utf8');
  expect(page).toBe(withReport(page, costReport({ dev: dev ?? [], prod: prod ?? [] })));
});

test('a price stands in the table of prices alone', () => {
  const page = readFileSync(join(root, 'docs/cost.md'), 'utf8');
  for (const { unit } of Object.values(prices)) expect(page).toContain(`| ${unit} | `);
});
