import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { commands } from '../../../bin/commands/registry.ts';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import { readOptions } from '../../../bin/commands/start.ts';
import { openStateDirectory } from '../../../local/state/state-directory.ts';
import { lockState } from '../../../local/state/state-lock.ts';

let dir: string;
const lines: { output: string[]; errors: string[] } = { output: [], errors: [] };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'furrow-command-'));
  Object.assign(lines, { output: [], errors: [] });
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.output.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.errors.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

const output = () => lines.output.join('\n');
const errors = () => lines.errors.join('\n');
const furrow = (...words: string[]) => runFurrow(words, { DATA_DIR: join(dir, 'state') });

describe('help', () => {
  test('lists every command', async () => {
    expect(await furrow('--help')).toBe(0);
    for (const name of Object.keys(commands)) expect(output()).toContain(`  ${name} `);
  });

  test.each(Object.keys(commands))('of %s shows its usage and its options', async (name) => {
    expect(await furrow(name, '--help')).toBe(0);
    expect(output()).toContain(`usage: furrow ${name}`);
    expect(output()).toContain('--help');
  });

  test('of start says whom a first start asks without being asked to, and how to prevent it', async () => {
    await furrow('start', '--help');
    for (const name of [
      'Open-Meteo',
      'Earth Search',
      'FURROW_SAMPLE_FARM=0',
      'FURROW_OPEN_METEO_URL',
      'FURROW_STAC_URL',
    ])
      expect(output().split('\noptions:')[0]).toContain(name);
  });

  test('is printed without a command', async () => {
    expect(await furrow()).toBe(2);
    expect(output()).toContain('usage: furrow <command>');
  });
});

describe('invalid arguments', () => {
  test('an unknown command is answered with the known ones', async () => {
    expect(await furrow('begin')).toBe(2);
    expect(errors()).toContain('there is no command begin');
    expect(errors()).toContain('  start ');
  });

  test('an unknown option is answered with the known ones', async () => {
    expect(await furrow('reset', '--force')).not.toBe(0);
    expect(errors()).toContain("Unknown option '--force'");
    expect(errors()).toContain('--data-dir, --help');
  });

  test.each([
    [{ PORT: 'eighty' }, 'the port "eighty"'],
    [{ PORT: '70000' }, 'the port "70000"'],
    [{ FURROW_PUBLIC_URL: 'https://farm.example/api' }, 'use an http or https URL without a path'],
    [{ FURROW_STAC_URL: 'stac.example' }, 'FURROW_STAC_URL is "stac.example"'],
    [{ FURROW_OPEN_METEO_URL: 'ftp://x.example' }, 'use an http or https URL'],
    [{ FURROW_PLANET_URL: 'http://x.example/?a=b' }, 'FURROW_PLANET_URL is'],
    [{ FURROW_PUBLIC_URL: 'farm.example' }, 'FURROW_PUBLIC_URL is "farm.example"'],
    [{ FURROW_LIMITS: 'gcp' }, 'FURROW_LIMITS is "gcp"'],
    [{ FURROW_WEATHER_MODEL: 'best' }, 'FURROW_WEATHER_MODEL is "best": use gfs, '],
  ])('%j is named', (environment, message) => {
    expect(() => readOptions({ options: {}, words: [], environment })).toThrow(message);
  });
});

test('the help lists what leaves the machine, by receiver', async () => {
  expect(await furrow('start', '--help')).toBe(0);
  for (const receiver of ['Open-Meteo', 'Earth Search', 'Planet', 'providers', 'webhooks']) {
    expect(output()).toMatch(new RegExp(`^ *${receiver} .*receive`, 'm'));
  }
  expect(output()).toMatch(/FURROW_UPSTREAMS .*Planet/);
});

test('options override the environment, and the environment overrides the defaults', () => {
  const environment = { PORT: '4000', HOST: '0.0.0.0' };
  expect(readOptions({ options: {}, words: [], environment: {} })).toMatchObject({ port: 3000, host: '127.0.0.1' });
  expect(readOptions({ options: {}, words: [], environment })).toMatchObject({ port: 4000, host: '0.0.0.0' });
  expect(readOptions({ options: { port: '5000' }, words: [], environment })).toMatchObject({ port: 5000 });
  const published = { FURROW_PUBLIC_URL: 'https://Farm.example/' };
  expect(readOptions({ options: {}, words: [], environment: published })).toMatchObject({
    publicUrl: 'https://farm.example',
  });
});

describe('reset', () => {
  const state = () => join(dir, 'state');

  test('deletes a state, and does nothing the second time', async () => {
    await (await openStateDirectory(state())).release();
    expect(await furrow('reset')).toBe(0);
    expect(output()).toMatch(/^deleted .*state$/);
    expect(await furrow('reset')).toBe(0);
    expect(output()).toMatch(/nothing to delete: there is no .*state$/);
  });

  test('refuses a directory that is not a state of Furrow', async () => {
    mkdirSync(state());
    writeFileSync(join(state(), 'thesis.txt'), 'three years of work');
    expect(await furrow('reset')).toBe(1);
    expect(errors()).toContain('is not a state directory of Furrow');
  });

  test('refuses while a cloud is running', async () => {
    const running = await openStateDirectory(state());
    expect(await furrow('reset')).toBe(1);
    expect(errors()).toContain('is in use by another Furrow');
    await running.release();
  });
});

test('a start refuses a directory with other files in it', async () => {
  writeFileSync(join(dir, 'thesis.txt'), 'three years of work');
  await expect(openStateDirectory(dir)).rejects.toThrow('holds files that are not Furrow');
  await (await lockState(dir)).release();
});

test.each(['redrive', 'sam-env'])('%s reports when no cloud is running', async (name) => {
  expect(await furrow(name, ...(name === 'redrive' ? ['boundary-conversions'] : []))).toBe(1);
  expect(errors()).toMatch(/Furrow is not running on .*state: start it with npm start/);
});
