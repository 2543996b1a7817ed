import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../../../functions/areas.ts';
import { functionNeeds } from '../../../functions/manifests.ts';
import { type Bundle, bundle } from '../../../infra/bundling/bundle.ts';
import { ofType } from '../resources.ts';
import { root, templates } from '../synthesize.ts';

const run = promisify(execFile);

let outdir: string;
let bundles: Bundle[];

beforeAll(async () => {
  outdir = await mkdtemp(join(tmpdir(), 'furrow-bundles-'));
  bundles = await bundle({ root, outdir });
});

afterAll(() => rm(outdir, { recursive: true, force: true }));

describe('the functions', () => {
  test('are those that the table of needs lists, no more and no fewer', () => {
    expect(bundles.map(({ name }) => name).sort()).toEqual(Object.keys(functionNeeds).sort());
  });

  test('answer for every area of the API', () => {
    const folders = bundles.filter(({ kind }) => kind === 'area').map(({ name }) => name);
    expect(folders.sort()).toEqual(areas.map(({ name }) => name).sort());
  });

  test('are given every variable that they read, and none that they do not', async () => {
    const { api, workers } = templates();
    const given = new Map(
      [api, workers]
        .flatMap((template) => ofType(template, 'AWS::Lambda::Function'))
        .map(({ properties }) => [
          properties.FunctionName.replace('furrow-prod-', ''),
          Object.keys(properties.Environment.Variables).filter(isResourceName),
        ]),
    );
    for (const { name, directory } of bundles) {
      const code = await readFile(join(directory, 'index.mjs'), 'utf8');
      const read = new Set(
        Array.from(code.matchAll(/["'`]([A-Z][A-Z_]+)["'`]/g), ([, word = '']) => word).filter(isResourceName),
      );
      expect({ name, variables: given.get(name)?.sort() }).toEqual({ name, variables: [...read].sort() });
    }
  });
});

/** Variables that name something in AWS; others have defaults. */
function isResourceName(variable: string): boolean {
  // A function of SQL, and a part of what DuckDB's parser makes of it.
  if (variable === 'RANGE_BUCKET' || variable === 'BASE_TABLE') return false;
  return /^([A-Z]+_(TABLE|BUCKET)|([A-Z_]+_)?QUEUE_URL|SECRETS_KEY_ID|QUERY_(WORKGROUP|DATABASE|ROLE_ARN))$/.test(
    variable,
  );
}

describe('a bundle', () => {
  test('loads on its own, from another folder, and has a handler that returns a promise', async () => {
    const { stdout } = await run(process.execPath, ['infra/bundling/load-bundles.mjs', outdir], { cwd: root });
    const loaded = stdout.split('\n').filter((line) => line.startsWith('ok'));
    expect(loaded).toHaveLength(bundles.length);
  });

  test('requires native engines and never imports them, since a layer is only found by require', async () => {
    const worker = bundles.find(({ name }) => name === 'convert-boundaries');
    const code = await readFile(join(worker?.directory ?? '', 'index.mjs'), 'utf8');
    expect(code).not.toMatch(/(import|from) ?["'](gdal-async|@duckdb\/node-(api|bindings))["']/);
    expect(code).not.toMatch(/import\(["'](gdal-async|@duckdb\/node-(api|bindings))["']\)/);
  });
});
