import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { movableClock } from '../../../local/clock.ts';
import { credentials } from '../../../local/credentials.ts';
import { createLambdaPool, type LambdaPool, type LambdaPoolOptions } from '../../../local/lambda/create-lambda-pool.ts';
import type { FunctionPlan } from '../../../local/template/plan-functions.ts';

/** A function of the template's plan, with its TypeScript source instead of its folder. */
export type SampleFunction = Omit<FunctionPlan, 'assetDir'> & { code: string };

export function sampleFunction(code: string, overrides: Partial<FunctionPlan> = {}): SampleFunction {
  const name = overrides.name ?? 'sample';
  return {
    code,
    name,
    arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    logicalId: name,
    roleArn: `arn:aws:iam::000000000000:role/${name}`,
    handler: 'index.handler',
    environment: {},
    memoryMegabytes: 256,
    timeoutSeconds: 5,
    hasLayers: false,
    recursion: 'Terminate',
    ...overrides,
  };
}

export interface SamplePool extends LambdaPool {
  lines: string[];
  clock: ReturnType<typeof movableClock>;
}

/** Bundles functions as the CDK app does and starts a pool of them. Their folder is deleted with the pool. */
export async function samplePool(
  samples: SampleFunction[],
  options: Partial<LambdaPoolOptions> = {},
): Promise<SamplePool> {
  const lines: string[] = [];
  const clock = movableClock();
  const log = (line: string) => void lines.push(line);
  const folder = mkdtempSync(join(tmpdir(), 'furrow-functions-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const functions = samples.map((sample) => ({ ...sample, assetDir: bundled(sample, folder) }));
    const pool = await createLambdaPool({
      functions,
      clock,
      environment: () => ({}),
      credentialsOf: () => credentials,
      log,
      // What other tests take of the processors is no matter of theirs.
      pressedMilliseconds: () => 0,
      ...options,
    });
    return { ...pool, lines, clock, close: () => pool.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

function bundled({ name, code }: SampleFunction, folder: string): string {
  const assetDir = join(folder, name);
  buildSync({
    stdin: { contents: code, loader: 'ts', resolveDir: import.meta.dirname },
    outfile: join(assetDir, 'index.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    minify: true,
  });
  return assetDir;
}

/** An outcome whose payload is typed as any, since a missing member fails the test anyway. */
export async function invoke(pool: LambdaPool, functionName: string, event: unknown) {
  const { payload, ...outcome } = await pool.invoke(functionName, event);
  // biome-ignore lint/suspicious/noExplicitAny: a test function answers in whatever shape the test needs
  return { ...outcome, payload: payload as any };
}
