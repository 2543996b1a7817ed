import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, test } from 'vitest';
import { type AlarmOptions, alarm } from '../../infra/constructs/watching/alarm.ts';
import { queueMetric } from '../../infra/constructs/watching/metrics.ts';
import { environmentNamed } from '../../infra/context/environment.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ofType } from './resources.ts';
import { root, templates } from './synthesize.ts';

const prod = environmentNamed('prod');

function build(options: Partial<AlarmOptions>) {
  const stack = new Stack(new App({ outdir: temporaryFolder('cdk') }), 'alarms');
  alarm(stack, 'SomeAlarm', {
    environment: prod,
    hurts: 'Growers wait for the fields of their uploads.',
    runbook: 'waiting-messages',
    metric: queueMetric(prod, 'boundary-conversions', 'ApproximateNumberOfMessagesVisible'),
    threshold: 1,
    topic: new Topic(stack, 'Topic'),
    ...options,
  });
}

describe('an alarm', () => {
  test('can be built with a sentence and an anchor', () => {
    expect(() => build({})).not.toThrow();
  });

  test.each(['', '   ', 'errors', 'Errors.', 'too many messages in the queue'])(
    'refuses "%s" as a description of the harm',
    (hurts) => {
      expect(() => build({ hurts })).toThrow(/"hurts" must be a sentence that says who is hurt/);
    },
  );

  test.each(['', '#dead-letters', 'docs/runbook.md', 'Dead letters'])('refuses "%s" as an anchor', (runbook) => {
    expect(() => build({ runbook })).toThrow(/"runbook" must be an anchor/);
  });
});

test('an environment that notifies nobody has no alarms and no dashboard, which would be most of its idle bill', () => {
  const dev = Object.values(templates({ environment: environmentNamed('dev') }));
  for (const type of ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard', 'AWS::Logs::MetricFilter'])
    expect(dev.flatMap((template) => ofType(template, type))).toEqual([]);
});

test('alarms say what operators miss: functions, tables and queries', () => {
  const made = ofType(templates().observability ?? { Resources: {} }, 'AWS::CloudWatch::Alarm').map(({ id }) => id);
  expect(made).toEqual(
    expect.arrayContaining([
      'FunctionErrorsAlarm',
      'FunctionThrottlesAlarm',
      'TableThrottlesAlarm',
      'QueriesFailAlarm',
      'BytesScannedAlarm',
    ]),
  );
});

test('a query that takes long is no slow answer, and any other is', () => {
  const [filter] = Object.values(templates()).flatMap((template) => ofType(template, 'AWS::Logs::MetricFilter'));
  expect(filter?.properties.FilterPattern).toBe('{ ($.milliseconds >= 5000) && ($.routeKey != "*/pointlake/*") }');
  const [stage] = ofType(templates().api ?? { Resources: {} }, 'AWS::ApiGatewayV2::Stage');
  // A filter compares numbers with numbers alone.
  expect(stage?.properties.AccessLogSettings.Format).toContain('"milliseconds":$context.responseLatency,');
});

describe('the runbook', () => {
  const anchors = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
    .split('\n')
    .filter((line) => /^#{2,} /.test(line))
    .map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
  const alarms = Object.values(templates()).flatMap((template) => ofType(template, 'AWS::CloudWatch::Alarm'));

  test.each(alarms)('has a section for $id', ({ properties }) => {
    const [, anchor] = /What to do: docs\/runbook\.md#(\S+)$/.exec(properties.AlarmDescription) ?? [];
    expect(anchors).toContain(anchor);
  });

  test.each(alarms)("is linked from $id through a notification, and so is the alarm's end", ({ properties }) => {
    expect(properties.AlarmActions).toHaveLength(1);
    expect(properties.OKActions).toEqual(properties.AlarmActions);
  });
});
