import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runFurrow } from '../../bin/commands/run-furrow.ts';
import { read } from '../house/tree.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bucket, cloud } from './cloud.ts';
import { freshOwner } from './owner.ts';

const owner = await freshOwner();

/** What the command prints, and its exit code. */
async function invoke(...words: string[]): Promise<{ output: string; said: string; code: number }> {
  const output: string[] = [];
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void output.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line));
  const code = await runFurrow(['invoke', ...words, '--data-dir', cloud.dataDir], {}).finally(() =>
    vi.restoreAllMocks(),
  );
  return { output: output.join('\n'), said: said.join('\n'), code };
}

function eventFile(content: string): string {
  const file = join(temporaryFolder('invoke'), 'event.json');
  writeFileSync(file, content);
  return file;
}

test('a function of the API answers an event as Lambda would', async () => {
  const file = eventFile(read('docs/events/list-users.json').replace('TOKEN', await owner.token('id')));
  const { output, said, code } = await invoke('users', '--event', file);
  expect(JSON.parse(output)).toMatchObject({ statusCode: 200, body: '[]' });
  expect(said).toMatch(/furrow-dev-users returned after \d+ ms/);
  expect(code).toBe(0);
});

test('a worker with native code runs, by its logical id as well', async () => {
  const event = read('docs/events/convert-boundaries.json').replaceAll('BUCKET', bucket.name);
  const { output, code } = await invoke('ConvertBoundariesFunction', '--event', eventFile(event));
  expect([code, JSON.parse(output)]).toEqual([0, expect.objectContaining({ batchItemFailures: expect.any(Array) })]);
});

test('a function that fails ends with 1 and says why', async () => {
  const { output, said, code } = await invoke('users', '--event', eventFile('{}'));
  expect(code).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ errorType: 'TypeError' });
  expect(said).toContain('failed after');
});

test('what is missing is named', async () => {
  expect((await invoke('cows', '--event', eventFile('{}'))).said).toMatch(
    /there is no function cows; there are .*users/,
  );
  expect((await invoke('users')).said).toContain('give its event');
  expect((await invoke('users', '--event', '/nowhere.json')).said).toContain('/nowhere.json is no event');
});
