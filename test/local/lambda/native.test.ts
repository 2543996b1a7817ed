import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoke, type SamplePool, sampleFunction, samplePool } from './sample-function.ts';

/** A function in the form of the workers' bundles: native packages stay outside of the bundle and come from the layer. */
const code = `
  import { createRequire } from 'node:module';
  const require = createRequire(import.meta.url);
  export async function handler(event: { package: string }) {
    return Object.keys(require(event.package)).length;
  }
`;

let pool: SamplePool;
beforeAll(async () => {
  pool = await samplePool([sampleFunction(code, { hasLayers: true, memoryMegabytes: 1024, timeoutSeconds: 20 })]);
});
afterAll(() => pool.close());

it('a function with layers finds native packages although its code is elsewhere', async () => {
  const { payload, functionError } = await invoke(pool, 'sample', { package: '@duckdb/node-api' });
  expect(functionError).toBeUndefined();
  expect(payload).toBeGreaterThan(10);
});
