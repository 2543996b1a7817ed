import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { binaryProblems } from '../../layers/check-binary.ts';
import { duckdb } from '../../layers/duckdb/recipe.ts';
import { knownHash, refusal } from '../../layers/gdal/lock.mjs';
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
    for (const binary of duckdb.binaries) {
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

describe('the layer of GDAL', () => {
  const built = join(root, 'node_modules/gdal-async/build/Release/gdal.node');
  const target = join(scratch, 'gdal');
  const binding = join(target, 'nodejs/node_modules/gdal-async/lib/binding');

  /** An archive laid out like the maintainer's, around the binding that this machine compiled. */
  function archive(): string {
    const folder = join(scratch, 'archive/node-v137-linux-x64');
    mkdirSync(folder, { recursive: true });
    cpSync(built, join(folder, 'gdal.node'));
    const file = join(scratch, 'node-v137-linux-x64.tar.gz');
    execFileSync('tar', ['-czf', file, '-C', join(scratch, 'archive'), 'node-v137-linux-x64']);
    return file;
  }

  test.skipIf(!existsSync(built))(
    'holds the binding, the JavaScript and the projections, without sources',
    async () => {
      // A copy of the project's outline stands in for the project, whose lock file stays as it is.
      const outline = join(scratch, 'outline');
      mkdirSync(outline);
      execFileSync('ln', ['-s', join(root, 'node_modules'), join(outline, 'node_modules')]);
      writeFileSync(join(outline, 'gdal.lock.json'), JSON.stringify({ version: '3.12.3', sha256: {} }));
      const gdalFile = archive();
      await expect(gdal.build({ root: outline, target, say, gdalFile })).rejects.toThrow(/nobody has vouched/);
      rmSync(target, { recursive: true });
      const sha256 = createHash('sha256').update(readFileSync(gdalFile)).digest('hex');
      const lock = { version: '3.12.3', sha256: { 'node-v137-linux-x64': sha256 } };
      writeFileSync(join(outline, 'gdal.lock.json'), JSON.stringify(lock));
      await gdal.build({ root: outline, target, say, gdalFile });
      expect(readdirSync(binding)).toEqual(['node-v137-linux-x64']);
      expect(existsSync(join(target, 'nodejs/node_modules/gdal-async/deps/libproj/proj/data/proj.db'))).toBe(true);
      const files = readdirSync(target, { recursive: true, encoding: 'utf8' });
      expect(files.filter((file) => /\.(c|cc|cpp|h|gpp|d\.ts)$/.test(file))).toEqual([]);
      expect((await folderSize(target)) - readFileSync(built).length).toBeLessThan(16 * megabyte);
    },
  );

  test.skipIf(!existsSync(built))('is refused when it needs the GDAL of the machine that compiled it', () => {
    expect(binaryProblems(readFileSync(built)).join()).toMatch(/libgdal\.so\.\d+, which Lambda does not have/);
  });

  test.skipIf(!existsSync(built))('loads when it is found by NODE_PATH only, with everything that it needs', () => {
    const here = `node-v${process.versions.modules}-${process.platform}-${process.arch}`;
    cpSync(join(binding, 'node-v137-linux-x64'), join(binding, here), { recursive: true });
    const program =
      "const gdal = require('gdal-async'); console.log(typeof gdal.open, typeof gdal.drivers.get('GeoJSON'))";
    expect(runWithLayer(target, program)).toBe('function object');
  });
});

describe('the lock of GDAL', () => {
  const wanted = { root: scratch, env: {}, version: '3.12.3', binding: 'node-v137-linux-x64' };
  const archive = Buffer.from('a release');
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const write = (version: string, hash: string) =>
    writeFileSync(join(scratch, 'gdal.lock.json'), JSON.stringify({ version, sha256: { [wanted.binding]: hash } }));

  test('accepts the file that it knows, and no other of the same release', () => {
    write('3.12.3', sha256);
    expect(refusal(archive, knownHash(wanted))).toBeUndefined();
    write('3.12.3', 'b'.repeat(64));
    expect(refusal(archive, knownHash(wanted))).toMatch(/is another file than gdal\.lock\.json/);
  });

  test('refuses an unknown release or platform, with the hash to compare', () => {
    write('3.11.0', sha256);
    expect(refusal(archive, knownHash(wanted))).toMatch(/nobody has vouched for this prebuilt GDAL/);
    expect(refusal(archive, knownHash({ ...wanted, binding: 'other' }))).toContain(sha256);
    expect(refusal(archive, knownHash({ ...wanted, env: { FURROW_TRUST_GDAL: sha256 } }))).toBeUndefined();
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
