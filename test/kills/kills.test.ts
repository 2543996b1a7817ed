import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { isThorough } from '../thorough.ts';
import { killUnderUploads } from './kill-under-uploads.ts';

const kills = isThorough ? 4 : 2;
const folder = temporaryFolder('kills');

test('when the whole server is killed repeatedly, every acknowledged upload is processed, none fails and none waits', async () => {
  const printed: string[] = [];
  const dataDir = join(folder, 'state');
  const figures = await killUnderUploads({ dataDir, kills, seed: 1, log: (line) => printed.push(line) });
  expect(figures.acknowledged, printed.join('\n')).toBeGreaterThanOrEqual(kills);
  expect(figures).toMatchObject({ kills, failed: [], waiting: [], processed: figures.acknowledged });
  // One more start than kills, each of which takes half a minute on a busy machine.
}, 600_000);
