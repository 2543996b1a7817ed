import { expect, test } from 'vitest';
import { Problem } from '../../../domain/errors.ts';
import { keyOfOutput, type MakeMessage, type OutputServices } from '../../../domain/machine-files/output-on-demand.ts';

const subject = { ownerId: 'o', svcUserId: 'u', id: 'f', kind: 'file', version: '2026-01-01T00:00:00.000Z' } as const;
const wanted = { stored: 'stored/raw.geojson', file: 'raw.geojson' };

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
