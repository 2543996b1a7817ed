import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { killUnderUploads } from './kill-under-uploads.ts';

const folder = temporaryFolder('kills');

test('under kills of the whole server every acknowledged upload is processed, none fails and none waits', async () => {
  const printed: string[] = [];
  const dataDir = join(folder, 'state');
  const figures = await killUnderUploads({ dataDir, kills: 4, seed: 1, log: (line) => printed.push(line) });
  expect(figures.acknowledged, printed.join('\n')).toBeGreaterThan(5);
  expect(figures).toMatchObject({ kills: 4, failed: [], waiting: [], processed: figures.acknowledged });
  // Five starts, each of which a busy machine takes half a minute for.
}, 600_000);
