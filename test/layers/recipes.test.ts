import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { binaryProblems } from '../../layers/check-binary.ts';
import { duckdb } from '../../layers/duckdb/recipe.ts';
import { missingCompilers } from '../../layers/gdal/compile-binding.mjs';
import { readLock, wheelFor } from '../../layers/gdal/lock.mjs';
import { gdal } from '../../layers/gdal/recipe.ts';
import { checkTotal, folderSize } from '../../layers/layer-size.ts';
import { root } from '../infra/synthesize.ts';

const scratch = mkdtempSync(join(tmpdir(), 'furrow-layers-'));
const say = () => {};
const megabyte = 1024 * 1024;

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a program in an empty folder, where a package is only found by NODE_PATH, like a layer's in Lambda. */
function runWithLayer(layer: string, program: string, variables: NodeJS.ProcessEnv = {}): string {
  const cwd = mkdtempSync(join(scratch, 'task-'));
  const env = { PATH: process.env.PATH, NODE_PATH: join(layer, 'nodejs/node_modules'), ...variables };
  return execFileSync(process.execPath, ['--eval', program], { cwd, env, encoding: 'utf8' }).trim();
}

const onLinux = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!onLinux)('the layer of DuckDB', () => {
  const target = join(scratch, 'duckdb');

  test('holds what its packages need, and nothing for other platforms', async () => {
    await duckdb.build({ root, target, say });
    expect(readdirSync(join(target, 'nodejs/node_modules/@duckdb')).sort()).toEqual([
      'node-api',
      'node-bindings',
      'node-bindings-linux-x64',
    ]);
    expect(await folderSize(target)).toBeLessThan(80 * megabyte);
  });

  test('has binaries that Lambda can load', () => {
    for (const binary of duckdb.binaries(root)) {
      expect(binaryProblems(readFileSync(join(target, binary)), ['libduckdb.so'])).toEqual([]);
    }
  });

  test('runs a query when it is found by NODE_PATH only', () => {
    const program = `
      const { DuckDBInstance } = require('@duckdb/node-api');
      DuckDBInstance.create(':memory:', { memory_limit: '1GB', temp_directory: '' })
        .then((instance) => instance.connect())
        .then((connection) => connection.runAndReadAll("select 6 * 7 as answer"))
        .then((reader) => console.log(reader.getRows()[0][0]));
    `;
    expect(runWithLayer(target, program)).toBe('42');
  });
});

describe.skipIf(!onLinux)('the barriers around readers of foreign files', () => {
  test('use the native calls in the layer of DuckDB', () => {
    const program = `
      const libc = require('koffi').load(null);
      console.log(libc.func('int getpid()')() === process.pid);
    `;
    expect(runWithLayer(join(scratch, 'duckdb'), program)).toBe('true');
  });
});

/** Why GDAL's layer cannot be made here, for whoever reads the results of a run without it. */
function obstacle(): string | undefined {
  if (!onLinux) return 'it is compiled on Linux on x86-64';
  const missing = missingCompilers(process.env);
  return missing.length > 0 ? `compiling it needs ${missing.join(', ')}` : undefined;
}

describe('the layer of GDAL', () => {
  const target = join(scratch, 'gdal');
  const home = join(target, 'nodejs/node_modules/gdal-async');
  const options = { root, target, say };

  test('is compiled for the Node of Lambda, from what the lock pins', async (context) => {
    context.skip(obstacle() !== undefined, obstacle());
    await gdal.build(options).catch((error: Error) => {
      rmSync(target, { recursive: true, force: true });
      context.skip(/needs pip|pip could not fetch/.test(error.message), error.message);
      throw error;
    });
    const { library } = wheelFor(readLock(root), 'linux-x64') ?? {};
    expect(readdirSync(join(home, 'lib/binding/node-v137-linux-x64')).sort()).toEqual(['gdal.node', library]);
    expect(await folderSize(target)).toBeLessThan(85 * megabyte);
  }, 900_000);

  test('holds the notices of what is inside, and no sources', (context) => {
    context.skip(!existsSync(home), 'the layer was not made');
    const files = readdirSync(target, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /\.(c|cc|cpp|h|gpp|d\.ts)$/.test(file))).toEqual([]);
    const notices = readdirSync(join(home, 'notices'));
    expect(notices).toEqual(
      expect.arrayContaining(['pyogrio-gdal_data-copyright', 'pyogrio-0.13.0.dist-info-licenses-LICENSE']),
    );
  });

  test('asks for no newer system than Lambda has', (context) => {
    context.skip(!existsSync(home), 'the layer was not made');
    for (const binary of gdal.binaries(root)) {
      const beside = readdirSync(join(target, binary, '..'));
      expect(binaryProblems(readFileSync(join(target, binary)), beside)).toEqual([]);
    }
  });

  test('converts a zip on the Node of Lambda, found by NODE_PATH only', async (context) => {
    context.skip(!existsSync(home), 'the layer was not made');
    const said: string[] = [];
    await gdal.tryOut?.(target, { root, say: (line) => said.push(line) });
    expect(said.at(-1)).toMatch(/^v24\.\d+\.\d+ read 2243 points of harvest-of-jen-3\.zip with it$/);
  });
});

describe('both layers', () => {
  test('fit into one function', () => {
    const expected = [
      { name: 'gdal', bytes: 78 * megabyte },
      { name: 'duckdb', bytes: 69 * megabyte },
    ];
    expect(checkTotal(expected)).toEqual([]);
  });

  test('are refused with their sizes when they do not', () => {
    const large = [
      { name: 'gdal', bytes: 200 * megabyte },
      { name: 'duckdb', bytes: 69 * megabyte },
    ];
    expect(checkTotal(large)).toEqual([
      "The layers have 269.0 MB (gdal 200.0 MB, duckdb 69.0 MB); Lambda takes 250.0 MB with the function's code.",
    ]);
  });
});
