import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareAssembly } from '../../../local/assembly/prepare-assembly.ts';

let projectDir: string;

beforeEach(() => {
  projectDir = mkdtempSync(join(tmpdir(), 'furrow-project-'));
  write('package.json', JSON.stringify({ type: 'module' }));
  write('cdk.json', JSON.stringify({ context: { '@aws-cdk/some:flag': true } }));
  // A stand-in for a CDK app: it counts its runs and records its input.
  write(
    'bin/app.ts',
    `import { appendFileSync, writeFileSync } from 'node:fs';
     import { setTimeout as sleep } from 'node:timers/promises';
     import { name } from '../infra/name.ts';
     appendFileSync('runs', '.');
     await sleep(200);
     const { CDK_OUTDIR, CDK_CONTEXT_JSON } = process.env;
     writeFileSync(CDK_OUTDIR + '/manifest.json', JSON.stringify({ name, context: JSON.parse(CDK_CONTEXT_JSON as string) }));`,
  );
  write('infra/name.ts', `export const name: string = 'first';`);
});

afterEach(() => rmSync(projectDir, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(projectDir, path, '..'), { recursive: true });
  writeFileSync(join(projectDir, path), text);
}

const prepare = () => prepareAssembly({ projectDir });
const manifestOf = ({ dir }: { dir: string }) => JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
const runs = () => readFileSync(join(projectDir, 'runs'), 'utf8').length;

test('the app runs once for each state of the sources', async () => {
  const first = await prepare();
  expect(first.made).toBe(true);
  expect(await prepare()).toEqual({ dir: first.dir, made: false });
  write('infra/name.ts', `export const name: string = 'second';`);
  expect(manifestOf(await prepare()).name).toBe('second');
  write('infra/name.ts', `export const name: string = 'first';`);
  expect(await prepare()).toEqual({ dir: first.dir, made: false });
  expect(runs()).toBe(2);
});

test('the app gets the context of cdk.json, metadata for SAM, placeholders for the layers and no file of settings', async () => {
  expect(manifestOf(await prepare()).context).toEqual({
    '@aws-cdk/some:flag': true,
    'aws:cdk:enable-path-metadata': true,
    'aws:cdk:enable-asset-metadata': true,
    layers: 'placeholder',
    settings: 'none',
  });
});

test('two concurrent starts create one assembly', async () => {
  const [one, other] = await Promise.all([prepare(), prepare()]);
  expect(one.dir).toBe(other.dir);
  expect(runs()).toBe(1);
});

test('a build that died does not block the next', async () => {
  write('dist/assembly/building.pid', '999999999');
  expect((await prepare()).made).toBe(true);
});

test('an app that fails gives the reason and leaves nothing that looks complete', async () => {
  write('infra/name.ts', `export const name = ''; throw new Error('the table Users needs a key');`);
  await expect(prepare()).rejects.toThrow(/bin\/app.ts.*exit code 1[\s\S]*the table Users needs a key/);
  const made = readdirSync(join(projectDir, 'dist/assembly'));
  expect(made.some((name) => existsSync(join(projectDir, 'dist/assembly', name, 'manifest.json')))).toBe(false);
});

test('old assemblies are deleted, but never one that a running process uses', async () => {
  const first = await prepare();
  rmSync(join(first.dir, `.in-use-${process.pid}`));
  const dirs = [first.dir];
  for (const name of ['b', 'c', 'd', 'e', 'f']) {
    write('infra/name.ts', `export const name: string = '${name}';`);
    dirs.push((await prepare()).dir);
  }
  // The first was not in use, but only the surplus is deleted.
  expect(dirs.map((dir) => existsSync(dir))).toEqual([true, true, true, true, true, true]);
  for (const [index, dir] of dirs.entries()) {
    rmSync(join(dir, `.in-use-${process.pid}`), { force: true });
    utimesSync(dir, index, index);
  }
  write('infra/name.ts', `export const name: string = 'g';`);
  dirs.push((await prepare()).dir);
  expect(dirs.map((dir) => existsSync(dir))).toEqual([false, false, true, true, true, true, true]);
});
