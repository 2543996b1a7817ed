import { describe, expect, test } from 'vitest';
import { functionNeeds, jobNames, jobs } from '../../functions/manifests.ts';
import { pascalCase } from '../../infra/constructs/logical-id.ts';
import { minWorkerSlots, workerSlots } from '../../infra/context/worker-slots.ts';
import { plainText } from '../../infra/release/plain-text.ts';
import { ofType, withId } from './resources.ts';
import { stubBundles, templates } from './synthesize.ts';

const { workers, data } = templates();

describe('a job’s worker', () => {
  test.each(jobNames)('%s receives from its queue, a number at once, and reports which failed', (name) => {
    const { properties } = withId(workers, `${pascalCase(name)}Source`);
    expect(properties).toMatchObject({
      BatchSize: jobs[name].batchSize,
      FunctionName: { Ref: `${pascalCase(name)}Function` },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: jobs[name].concurrency },
    });
    expect(plainText(properties.EventSourceArn)).toMatch(new RegExp(`:furrow-prod-${jobs[name].queue}$`));
  });

  test.each(jobNames)('%s knows its queue and which attempt is the last', (name) => {
    const { Variables } = withId(workers, `${pascalCase(name)}Function`).properties.Environment;
    expect(Variables.MAX_RECEIVE_COUNT).toBe(String(jobs[name].receives));
    expect(Variables.QUEUE_URL).toBeDefined();
    expect(Variables.DEAD_LETTERS_URL).toBeDefined();
  });
});

describe('slots of workers', () => {
  const sum = (slots: Record<string, number>) => Object.values(slots).reduce((all, one) => all + one, 0);

  test('are those of the manifests in a usual account, and at most half of a smaller one', () => {
    for (const name of jobNames) expect(workerSlots(1000)[name], name).toBe(jobs[name].concurrency);
    for (const concurrency of [80, 100, 150, 200, 260]) {
      expect(sum(workerSlots(concurrency)), `${concurrency}`).toBeLessThanOrEqual(concurrency / 2);
      expect(Math.min(...Object.values(workerSlots(concurrency))), `${concurrency}`).toBe(2);
    }
    expect(sum(workerSlots(200))).toBeGreaterThan(80);
  });

  test('are those that are set, whatever the others, and never more than half of the account together', () => {
    expect(workerSlots(1000, { 'sync-files': 40 })).toEqual({ ...workerSlots(1000), 'sync-files': 40 });
    expect(() => workerSlots(1000, { 'sync-files': 400 })).toThrow(/workers are 523 together .*may be 500 at most/);
    expect(sum(workerSlots(2000, { 'sync-files': 400 }))).toBe(523);
    // One that is lowered leaves the others more of a small account.
    const few = workerSlots(200, { 'deliver-webhooks': 2 });
    expect(few['deliver-webhooks']).toBe(2);
    expect(few['sync-files']).toBeGreaterThan(workerSlots(200)['sync-files']);
    expect(sum(few)).toBeLessThanOrEqual(100);
    expect(() => workerSlots(100, { 'sync-files': 11 })).toThrow(/may be 50 at most, half of accountConcurrency 100/);
  });

  test('are two for each queue at least, or nothing is synthesized', () => {
    expect(minWorkerSlots).toBe(2 * jobNames.length);
    expect(() => templates({ accountConcurrency: 2 * minWorkerSlots - 1 })).toThrow(/need 40 slots/);
    const { workers: few } = templates({ accountConcurrency: 100 });
    const maxima = ofType(few, 'AWS::Lambda::EventSourceMapping').map(
      ({ properties }) => properties.ScalingConfig.MaximumConcurrency,
    );
    expect(maxima).toHaveLength(jobNames.length);
    expect(maxima.reduce((all, one) => all + one, 0)).toBeLessThanOrEqual(50);
  });
});

test('the relay follows the events’ stream, bisects failing batches and keeps the positions of those it gave up', () => {
  const { properties } = withId(data, 'RelayEventsSource');
  expect(properties).toMatchObject({
    StartingPosition: 'TRIM_HORIZON',
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: 5,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['RelayFailuresQueue', 'Arn'] } } },
  });
  expect(properties.EventSourceArn).toEqual({ 'Fn::GetAtt': ['EventsTable', 'StreamArn'] });
});

test('only changes of records with rows in the lake are followed', () => {
  const filterOf = (id: string) =>
    withId(data, id).properties.FilterCriteria.Filters.map(
      ({ Pattern }: { Pattern: string }) => JSON.parse(Pattern).dynamodb.Keys.sk.S,
    );
  expect(filterOf('NoteChangesFieldsSource')).toEqual([[{ prefix: 'field#' }, { prefix: 'farm#' }]]);
  expect(filterOf('NoteChangesOperationsSource')).toEqual([[{ prefix: 'file' }, { prefix: 'operation' }]]);
});

test('the sweep runs every minute', () => {
  const { properties } = withId(workers, 'SweepSchedule');
  expect(properties.ScheduleExpression).toBe('rate(1 minute)');
  expect(properties.Targets[0].Arn).toEqual({ 'Fn::GetAtt': ['SweepFunction', 'Arn'] });
  expect(withId(workers, 'SweepPermission').properties.SourceArn).toEqual({ 'Fn::GetAtt': ['SweepSchedule', 'Arn'] });
});

test('only the functions that open foreign files, run queries or write the lake have native layers', () => {
  const withLayers = ofType(workers, 'AWS::Lambda::Function').filter(({ properties }) => properties.Layers);
  const both = [{ Ref: 'DuckdbLayer' }, { Ref: 'GdalLayer' }];
  expect(withLayers.map(({ id, properties }) => [id, properties.Layers])).toEqual([
    ['ConvertBoundariesFunction', both],
    ['ProcessMachineFilesFunction', both],
    ['ProcessSoilFunction', [{ Ref: 'GdalLayer' }]],
    ['ProcessScenesFunction', [{ Ref: 'DuckdbLayer' }]],
    ['CompactLakeFunction', [{ Ref: 'DuckdbLayer' }]],
    ['WriteTablesFunction', [{ Ref: 'DuckdbLayer' }]],
    ['RunQueriesFunction', [{ Ref: 'DuckdbLayer' }]],
  ]);
});

test('no function needs more memory than a new AWS account allows', () => {
  for (const { id, properties } of ofType(workers, 'AWS::Lambda::Function')) {
    expect(`${id} ${properties.MemorySize <= 3008}`).toBe(`${id} true`);
  }
});

test('a worker without a trigger is refused, with where to add it', () => {
  const [some] = stubBundles();
  const idle = {
    ...some,
    name: 'polish-tractors',
    kind: 'worker' as const,
    directory: some?.directory ?? '',
  };
  expect(() => templates({ bundles: [...stubBundles(), idle] })).toThrow(/polish-tractors.*manifest\.ts/);
});

test('asynchronous queries have the access of synchronous ones', () => {
  const [now, later] = [functionNeeds.query, functionNeeds['run-queries']];
  expect(later?.objects).toEqual(now?.objects);
  expect(later?.layers).toEqual(now?.layers);
  expect(now?.tables).toMatchObject(later?.tables ?? {});
});
