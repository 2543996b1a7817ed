import { expect, test } from 'vitest';
import { Problem } from '../../../domain/errors.ts';
import { failedWork } from '../../../domain/machine-files/drawing.ts';
import {
  type AskedOutput,
  keyOfOutput,
  type MakeMessage,
  type OutputServices,
} from '../../../domain/machine-files/output-on-demand.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';

const subject = { ownerId: 'o', svcUserId: 'u', id: 'f', kind: 'file', version: '2026-01-01T00:00:00.000Z' } as const;
const wanted = { file: 'raw.geojson' };

test('a client that waits as long as a 503 says gets an output that takes 24 seconds, which is made once', async () => {
  let now = 0;
  const sent: MakeMessage[] = [];
  const services: OutputServices = {
    files: { has: async (key) => key.startsWith('cache/') && now >= 24_000 },
    outputs: () => ({
      ...({} as ReturnType<OutputServices['outputs']>),
      ask: async () => sent.length === 0,
      get: async () => undefined,
    }),
    queue: { send: async (message) => void sent.push(message) },
    clock: { now: () => now },
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  };
  const first = await keyOfOutput(subject, 'rawGeojson', wanted, services).catch((error: unknown) => error);
  expect(first).toBeInstanceOf(Problem);
  const { errorKey, retryAfterSeconds = 0 } = first as Problem;
  expect([errorKey, retryAfterSeconds]).toEqual(['outputBeingMade', 5]);
  now += retryAfterSeconds * 1_000;
  expect(await keyOfOutput(subject, 'rawGeojson', wanted, services)).toMatch(
    /^cache\/o\/u\/f\/\d+\/reader-\d+\/raw\.geojson$/,
  );
  expect(sent).toHaveLength(1);
});

test('an output that failed says when it is tried again, and is asked for again then', async () => {
  let now = 0;
  const sent: MakeMessage[] = [];
  const problem = machineProblem('combiningBroke', 'a.csv');
  const failed = { version: subject.version, endedTime: subject.version, ...failedWork(problem, 0) };
  let asked: AskedOutput = failed;
  const services: OutputServices = {
    files: { has: async (key) => key.startsWith('cache/') && sent.length > 0 },
    outputs: () => ({
      ...({} as ReturnType<OutputServices['outputs']>),
      async ask(_, version, { now: at, askAgainAt }) {
        if (asked.askAgainAt > at) return false;
        asked = { version, askAgainAt };
        return true;
      },
      get: async () => asked,
    }),
    queue: { send: async (message) => void sent.push(message) },
    clock: { now: () => now },
    sleep: async () => {},
  };
  const ask = () => keyOfOutput(subject, 'rawGeojson', wanted, services);
  const conflict = { errorKey: 'outputNotMade', message: expect.stringContaining('requested after 300 seconds') };
  await expect(ask()).rejects.toMatchObject({ ...conflict, retryAfterSeconds: 300 });
  expect(sent).toEqual([]);
  now = 300_000;
  expect(await ask()).toContain('raw.geojson');
  expect(sent).toHaveLength(1);
});
