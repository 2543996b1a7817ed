import { expect, test } from 'vitest';
import { givenUpMilliseconds } from '../../domain/machine-files/received-batch.ts';
import { maxAttempts, maxWaitMilliseconds, retrySeconds } from '../../domain/query/query-slots.ts';
import {
  maxOrderMilliseconds,
  secondsToNextLook as secondsToNextOrder,
} from '../../functions/jobs/follow-planet/follow-order.ts';
import { secondsToNextLook } from '../../functions/jobs/process-machine-files/attach-files.ts';
import { functionNeeds, type JobName, jobNames, jobs } from '../../functions/manifests.ts';
import { pascalCase } from '../../infra/constructs/logical-id.ts';
import { ofType, withId } from './resources.ts';
import { templates } from './synthesize.ts';

const { workers } = templates();
const sendsTo = (name: string): readonly JobName[] => functionNeeds[name]?.sends ?? [];
const toItself = jobNames.filter((name) => sendsTo(name).includes(name));

/** Lambda stops a function after "approximately" 16 invocations in a chain. */
const stoppedByLambda = 16;

test.each(toItself)('%s, which may send to its own queue, declares how far that goes and why it ends', (name) => {
  const chain = jobs[name].chain;
  expect(chain?.maxMessages).toBeGreaterThan(1);
  expect(chain?.why).toMatch(/^[A-Z].{40,}\.$/s);
});

test.each(jobNames)('%s is stopped by Lambda, or stops its chains itself where they may be longer', (name) => {
  const { RecursiveLoop, Environment } = withId(workers, `${pascalCase(name)}Function`).properties;
  const longest = jobs[name].chain?.maxMessages ?? 0;
  const isLong = longest >= stoppedByLambda;
  expect([RecursiveLoop, Environment.Variables.MAX_CHAIN]).toEqual(
    isLong ? ['Allow', String(longest)] : [undefined, undefined],
  );
});

test('only workers that declare it run in long chains', () => {
  const allowed = ofType(workers, 'AWS::Lambda::Function').filter(({ properties }) => properties.RecursiveLoop);
  expect(allowed.map(({ id }) => id).sort()).toEqual([
    'FollowPlanetFunction',
    'ProcessMachineFilesFunction',
    'RunQueriesFunction',
    'SyncFilesFunction',
  ]);
});

test('queues form a circle only where a worker sends to its own', () => {
  const circles = jobNames.filter((name) => {
    const seen = new Set<JobName>();
    const open = sendsTo(name).filter((next) => next !== name);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...sendsTo(next));
    }
    return seen.has(name);
  });
  expect(circles).toEqual([]);
});

test('a worker that may send to its own queue without declaring a length is refused, with where to declare it', () => {
  const job = jobs['compact-lake'];
  const { chain } = job;
  try {
    delete job.chain;
    expect(() => templates({})).toThrow(/compact-lake\/manifest\.ts: "compact-lake" sends to its own queue/);
  } finally {
    if (chain) job.chain = chain;
  }
});

test('a query that waits as long as it may stays within its declared chain', () => {
  let passes = maxAttempts;
  for (let waited = 0; waited <= maxWaitMilliseconds; waited += retrySeconds(waited) * 1000) passes += 1;
  expect(passes).toBeGreaterThan(stoppedByLambda);
  expect(passes).toBeLessThan(jobs['run-queries'].chain?.maxMessages ?? 0);
});

test('files are checked for as long as they may be under way within the declared chain', () => {
  let looks = 0;
  for (let waited = 0; waited <= givenUpMilliseconds; waited += secondsToNextLook(looks) * 1000) looks += 1;
  expect(looks).toBeGreaterThan(stoppedByLambda);
  expect(looks).toBeLessThan(jobs['process-machine-files'].chain?.maxMessages ?? 0);
  expect(secondsToNextLook(1)).toBe(20);
});

test('an order of Planet is checked for a day within the declared chain', () => {
  let looks = 1;
  for (let waited = 0; waited <= maxOrderMilliseconds; waited += secondsToNextOrder(looks) * 1000) looks += 1;
  expect(looks).toBeGreaterThan(stoppedByLambda);
  expect(looks + 1).toBeLessThan(jobs['follow-planet'].chain?.maxMessages ?? 0);
});
