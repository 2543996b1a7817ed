import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { yieldMapProblems } from '../../bin/yield-map.ts';
import { PROJECT } from '../../house/tree.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cloud } from '../cloud.ts';

const run = promisify(execFile);
/** The state directory of the cloud, where the demo owner's credentials are. */
const { dataDir } = cloud;

/** Runs `furrow demo …`; resolves with its exit code and what it has printed. */
async function demo(...words: string[]) {
  const command = [join(PROJECT, 'bin/furrow.mjs'), 'demo', ...words, '--data-dir', dataDir];
  return run(process.execPath, command).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  );
}

test('a first visit signs in, uploads the sample harvest once, and saves its yield map', async () => {
  const early = await demo('map', join(temporaryFolder('early-map'), 'yield.png'));
  expect([early.code, early.stderr]).toEqual([
    1,
    expect.stringContaining('there is no harvest yet: run furrow demo upload'),
  ]);

  const { stdout: token } = await demo('sign-in');
  const headers = { authorization: `Bearer ${token.trim()}` };
  const batches = async () =>
    (await (await fetch(`${cloud.baseUrl}/services/operations/api/batch`, { headers })).json()) as object[];
  for (const _ of ['the first time', 'and again']) {
    const { stdout, stderr } = await demo('upload');
    expect(stdout).toBe('harvest-of-01.zip: harvested, 40,568 points\n');
    expect(stderr).toContain(`POST /services/operations/api/batch?svcUserId=${cloud.demo.svcUserId}`);
  }
  expect(await batches()).toHaveLength(1);

  const picture = join(temporaryFolder('first-visit'), 'yield.png');
  expect((await demo('map', picture)).stdout).toBe(`saved ${picture}\n`);
  expect(yieldMapProblems(readFileSync(picture))).toEqual([]);
});

test('a file that is none is refused with its name, one without machine data with the reason', async () => {
  const missing = await demo('upload', 'no-such.zip');
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no-such.zip cannot be read')]);
  const letter = join(temporaryFolder('letter'), 'letter.txt');
  writeFileSync(letter, 'Dear grower');
  const refused = await demo('upload', letter);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('furrow demo: letter.txt: No machine data was recognised'),
  ]);
  const unknown = await demo('dance');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('name one step: sign-in, upload, map')]);
});

test('examples/minimal goes from a grower to points by SQL, and imports nothing but Node', async () => {
  const example = join(PROJECT, 'examples/minimal/walk.mjs');
  const { stdout } = await run(process.execPath, [example, cloud.baseUrl, cloud.demo.signInFile]);
  expect(stdout).toMatch(/crop: 'corn',\s+fieldId: 'north-forty',\s+points: 100,\s+tonnesPerHectare: 9\.2/);
  const imported = [...readFileSync(example, 'utf8').matchAll(/^import .* from '([^']+)'/gm)].map(([, name]) => name);
  expect(imported).toEqual(['node:fs']);
});
