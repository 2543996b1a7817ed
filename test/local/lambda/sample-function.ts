import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { movableClock } from '../../../local/clock.ts';
import { createLambdaPool, type LambdaPool, type LambdaPoolOptions } from '../../../local/lambda/create-lambda-pool.ts';
import type { FunctionPlan } from '../../../local/template/plan-functions.ts';

/** Bundles TypeScript as the CDK app does and describes it as the template's plan would. */
export function sampleFunction(code: string, overrides: Partial<FunctionPlan> = {}): FunctionPlan {
  const assetDir = mkdtempSync(join(tmpdir(), 'furrow-function-'));
  const source = join(assetDir, 'source.ts');
  writeFileSync(source, code);
  buildSync({
    entryPoints: [source],
    outfile: join(assetDir, 'index.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    minify: true,
  });
  const name = overrides.name ?? 'sample';
  return {
    name,
    arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    logicalId: name,
    assetDir,
    handler: 'index.handler',
    environment: {},
    memoryMegabytes: 256,
    timeoutSeconds: 5,
    hasLayers: false,
    ...overrides,
  };
}

export interface SamplePool extends LambdaPool {
  lines: string[];
  clock: ReturnType<typeof movableClock>;
}

export async function samplePool(
  functions: FunctionPlan[],
  options: Partial<LambdaPoolOptions> = {},
): Promise<SamplePool> {
  const lines: string[] = [];
  const clock = movableClock();
  const log = (line: string) => void lines.push(line);
  const pool = await createLambdaPool({ functions, clock, environment: () => ({}), log, ...options });
  return { ...pool, lines, clock };
}

/** An outcome whose payload a test may look into as it likes; what is not there fails the test anyway. */
export async function invoke(pool: LambdaPool, functionName: string, event: unknown) {
  const { payload, ...outcome } = await pool.invoke(functionName, event);
  // biome-ignore lint/suspicious/noExplicitAny: a test function answers in whatever shape the test needs
  return { ...outcome, payload: payload as any };
}
