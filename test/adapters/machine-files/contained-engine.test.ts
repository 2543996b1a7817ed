import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { containedEngine } from '../../../adapters/machine-files/contained-engine.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { harvestCsv } from './harvest-text.ts';
import { processUpload } from './process-upload.ts';

const folder = temporaryFolder('contained-engine');
let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/processing/read-machine-files.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

it('makes of a file in a process of its own what it makes without', async () => {
  const text = harvestCsv();
  const contained = await processUpload('harvest.csv', text, {}, containedEngine(readers));
  const direct = await processUpload('harvest.csv', text);
  const [one, other] = [contained.sets[0], direct.sets[0]];
  expect(one?.processed.status).toBe('processed');
  expect(one?.processed).toEqual(other?.processed);
  expect(Object.keys(one?.made ?? {}).sort()).toEqual(Object.keys(other?.made ?? {}).sort());
  expect(one?.made.standardGeojson).toEqual(other?.made.standardGeojson);
  expect(one?.images).toEqual(other?.images);
});

it('ends a file that takes too long with a problem', async () => {
  const { sets, problems } = await processUpload('harvest.csv', harvestCsv(), {}, containedEngine(readers, 0.001));
  expect([...sets.flatMap(({ processed }) => processed.problems), ...problems]).toMatchObject([
    { code: 'readingTooLong' },
  ]);
});
