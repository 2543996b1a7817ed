import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'furrow-farm-'));
const started: ChildProcess[] = [];

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** A Furrow whose sample farm arrives; resolves when something is printed that matches, and can be killed then. */
async function startUntil(printedText: RegExp) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/furrow.ts', 'start'], {
    cwd: projectDir,
    env: { ...process.env, PORT: '0', DATA_DIR: dir, FURROW_UPSTREAMS: 'local' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printedText.test(printed)) resolve();
      });
    }
    void ended.then(() => reject(new Error(`it ended before it printed ${printedText}:\n${printed}`)));
  });
  const baseUrl = /^ready (\S+)$/m.exec(printed)?.[1] ?? '';
  return {
    baseUrl,
    printed: () => printed,
    async kill() {
      child.kill('SIGKILL');
      await ended.catch(() => undefined);
    },
  };
}

/** What the demo owner has, in numbers. */
async function farmAt(baseUrl: string) {
  const signIn = await fetch(`${baseUrl}/api/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: readFileSync(join(dir, 'sign-in.json'), 'utf8'),
  });
  const { id_token } = (await signIn.json()) as { id_token: string };
  const list = async (path: string) => {
    const response = await fetch(`${baseUrl}/services/${path}`, { headers: { authorization: `Bearer ${id_token}` } });
    return (await response.json()) as { name?: string; type?: string; operationType?: string }[];
  };
  const [fields, uploads, batches, files, operations, grounds] = await Promise.all([
    list('fields/api/fields?size=100'),
    list('uploadservice/api/upload'),
    list('operations/api/batch'),
    list('operations/api/files'),
    list('operations/api/operations'),
    list('satellite/api/fields'),
  ]);
  return {
    fields: fields.map(({ name }) => name).sort(),
    uploads: uploads.length,
    batches: batches.length,
    files: files.map(({ operationType }) => operationType).sort(),
    operations: operations.map(({ type }) => type).sort(),
    grounds: grounds.length,
  };
}

const complete = {
  fields: [
    '01',
    'Creek Bend',
    'Home Quarter',
    'North Forty',
    'Pivot 3',
    'River Bottom',
    'Tank Mix Rate',
    'Windbreak Eighty',
  ],
  uploads: 1,
  batches: 2,
  files: ['applied', 'harvested'],
  operations: ['applied', 'harvested'],
  grounds: 2,
};

test('a sample farm that is killed again and again becomes whole, and later starts add nothing', async () => {
  // While the first request is under way, and after parts of it.
  for (const point of [/^ready /m, /six fields are there/, /harvest of 01 is converted/]) {
    await (await startUntil(point)).kill();
  }
  const last = await startUntil(/the sample farm is complete/);
  await eventually(async () => expect(await farmAt(last.baseUrl)).toEqual(complete));
  await last.kill();
  const later = await startUntil(/^open http/m);
  expect(await farmAt(later.baseUrl)).toEqual(complete);
  expect(later.printed()).not.toContain('sample farm is complete');
  await later.kill();
}, 300_000);
