import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { yieldMapProblems } from './yield-map.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'furrow-start-'));
const run = promisify(execFile);
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  printed(): string;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals | null>;
  /** Resolves at the last start-up line, or at the end. */
  ready: Promise<void>;
}

function start(environment: NodeJS.ProcessEnv = {}, command = 'start'): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/furrow.ts', command], {
    cwd: projectDir,
    env: { ...process.env, PORT: '0', DATA_DIR: join(dir, 'state'), FURROW_UPSTREAMS: 'local', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let printed = '';
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (/^ready /m.test(printed)) resolve();
      });
    }
    void ended.then(() => resolve());
  });
  return { child, printed: () => printed, ended, ready };
}

const baseUrlOf = ({ printed }: Run) => /^ready (\S+)$/m.exec(printed())?.[1] ?? '';

/** The printed commands, ready to paste, with the picture in the folder of the test. */
function commandsIn({ printed }: Run): string {
  const [, after = ''] = printed().split(/^(?=cd )/m);
  return (after.split(/^ready /m)[0] ?? '').replace('yield.png', join(dir, 'yield.png'));
}

test('a start prints all that a newcomer needs; its commands work; the state survives kill -9', async () => {
  const first = start({ FURROW_DEMO_PASSWORD: "it's a quoted password" });
  await first.ready;
  const baseUrl = baseUrlOf(first);
  expect(baseUrl, first.printed()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect.poll(() => first.printed()).toContain(`open ${baseUrl}/console/fields/sample-01/2016\n`);
  for (const line of [
    `base_url     ${baseUrl}`,
    `base_url_v2  ${baseUrl}/v2`,
    `auth_url     ${baseUrl}/auth`,
    `docs         ${baseUrl}/docs`,
    'demo owner   demo@furrow.example',
    "password     it's a quoted password",
  ]) {
    expect(first.printed()).toContain(line);
  }
  expect(commandsIn(first)).not.toContain('quoted password');
  const { stdout } = await run('bash', ['-c', commandsIn(first)], { cwd: dir });
  expect(stdout).toContain('harvest-of-01.zip: harvested, 40,568 points\n');
  expect(yieldMapProblems(readFileSync(join(dir, 'yield.png')))).toEqual([]);
  expect(stdout).toContain('[{"crop":"soybeans","points":40568,"hectares":10.17,"moisture":12.9}]');

  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.printed()).toMatch(/is in use by another Furrow \(process \d+, http.*since/);

  const early = start({}, 'reset');
  expect(await early.ended).toBe(1);
  expect(early.printed()).toMatch(/is in use by another Furrow/);

  const other = start({ DATA_DIR: join(dir, 'other'), PORT: new URL(baseUrl).port });
  expect(await other.ended).toBe(1);
  expect(other.printed()).toContain(`port ${new URL(baseUrl).port} on 127.0.0.1 is taken by another program`);

  first.child.kill('SIGKILL');
  await first.ended;
  const again = start();
  await again.ready;
  expect(again.printed()).toContain("password     it's a quoted password");
  expect((await run('bash', ['-c', commandsIn(again)], { cwd: dir })).stdout).toContain('"points":40568,');

  const stopping = performance.now();
  again.child.kill('SIGTERM');
  expect(await again.ended).toBe(0);
  // A second of grace, where a poll for messages would take twenty.
  expect(performance.now() - stopping).toBeLessThan(10_000);

  const reset = start({}, 'reset');
  expect(await reset.ended).toBe(0);
  expect(reset.printed()).toMatch(/^deleted .*state$/m);
  expect(existsSync(join(dir, 'state'))).toBe(false);
}, 600_000);

test('without the sample farm, the printed commands upload its harvest', async () => {
  const plain = start({ DATA_DIR: join(dir, 'plain'), FURROW_SAMPLE_FARM: '0' });
  await plain.ready;
  const { stdout } = await run('bash', ['-c', commandsIn(plain)], { cwd: dir });
  expect(stdout).toContain('"points":40568,');
  plain.child.kill('SIGTERM');
  await plain.ended;
  // A state that began without the farm stays without it.
  const later = start({ DATA_DIR: join(dir, 'plain') });
  await later.ready;
  await expect.poll(() => later.printed()).toContain('sample fields to upload');
  later.child.kill('SIGTERM');
  await later.ended;
  expect(existsSync(join(dir, 'plain', 'sample-farm.json'))).toBe(false);
}, 180_000);

test('SAM gets the variables of every function, with URLs that a container can call', async () => {
  const cloud = start({ DATA_DIR: join(dir, 'sam'), FURROW_SAMPLE_FARM: '0' });
  await cloud.ready;
  const words = ['--import', 'tsx', 'bin/furrow.ts', 'sam-env', '--data-dir', join(dir, 'sam')];
  const { stdout } = await run(process.execPath, words, { cwd: projectDir });
  const read = (name: string) => JSON.parse(readFileSync(join(dir, 'sam', 'sam', name), 'utf8'));
  const environment = read('env.json');
  expect(environment.UsersFunction).toMatchObject({
    USERS_TABLE: expect.any(String),
    AWS_ENDPOINT_URL_DYNAMODB: expect.stringMatching(/^http:\/\/host\.docker\.internal:\d+$/),
    AWS_ENDPOINT_URL: expect.stringMatching(/^http:\/\/host\.docker\.internal:\d+$/),
  });
  expect(JSON.stringify(environment)).not.toContain('127.0.0.1');
  const resource = read('furrow-dev-api.template.json').Resources.UsersFunction;
  expect(Object.keys(resource.Properties.Environment.Variables).sort()).toEqual(
    Object.keys(environment.UsersFunction).sort(),
  );
  expect(resource.Metadata['aws:asset:path']).toMatch(/^\/.*asset\./);
  const workers = read('furrow-dev-workers.template.json').Resources as Record<string, { Metadata?: object }>;
  const layers = Object.keys(workers).filter((logicalId) => logicalId.endsWith('Layer'));
  expect(layers.sort()).toEqual(['DuckdbLayer', 'GdalLayer']);
  for (const { Metadata } of Object.values(workers)) {
    const path = (Metadata as Record<string, string> | undefined)?.['aws:asset:path'];
    if (path !== undefined) expect([isAbsolute(path), existsSync(path)], path).toEqual([true, true]);
  }
  for (const command of stdout.match(/sam local invoke .*/g) ?? [])
    expect(command).toMatch(/ -t \/\S+ --env-vars \/\S+ /);
  expect(stdout).toContain('sam local invoke');
  cloud.child.kill('SIGTERM');
  await cloud.ended;
}, 60_000);
