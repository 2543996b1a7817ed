import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { containedEngine } from '../../../adapters/machine-files/contained-engine.ts';
import { defaultSettings } from '../../../domain/configuration/configuration.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { CombiningOrder, DrawingOrder, OperationSink } from '../../../domain/machine-files/machine-file-engine.ts';
import { NotMade } from '../../../domain/machine-files/problem.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { harvestCsv } from './harvest-text.ts';
import { processUpload } from './process-upload.ts';

const folder = temporaryFolder('contained-engine');
let readers: ContainedReaders;
beforeAll(async () => {
  const program = await containedProgram('functions/jobs/process-machine-files/read-machine-files.ts', folder);
  readers = containedReaders(program, () => {});
});
afterAll(() => readers.end());

it('gives the same result for a file in a process of its own as without one', async () => {
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
  const { sets, problems } = await processUpload('harvest.csv', harvestCsv(), {}, containedEngine(readers, 0));
  expect([...sets.flatMap(({ processed }) => processed.problems), ...problems]).toMatchObject([
    { code: 'readingTooLong' },
  ]);
});

it('names the file whose packing took too long, and continues with the upload', async () => {
  const download = (path: string) => writeFile(path, harvestCsv()).then(() => true);
  const seconds = 5;
  const ended = await containedEngine(readers, seconds).inspect({ name: 'harvest.csv', download }, async ({ sets }) => {
    for (;;) {
      const pieces = sets[0]?.pack() ?? [];
      const fault = await consumed(pieces).catch((error) => error);
      if (fault) return fault;
    }
  });
  expect(ended).toBeInstanceOf(NotMade);
  expect(ended.problem).toMatchObject({ file: 'harvest.csv', code: 'readingTooLong' });
  expect(ended.problem.message).toContain(`${seconds} seconds`);
});

it('names files that cannot be joined in time, with the time limit', async () => {
  const sources = ['a.csv', 'b.csv', 'c.csv', 'd.csv'].map((fileName) => ({
    file: { fileName } as MachineFile,
    download: (path: string) => writeFile(path, 'no points').then(() => true),
  }));
  const order: CombiningOrder = { settings: defaultSettings, operationType: 'harvested' };
  const nowhere: OperationSink = { image: async () => {}, artefact: (_, content) => consumed(content) };
  const failing = containedEngine(readers, 0).combine(sources, order, nowhere);
  await expect(failing).rejects.toBeInstanceOf(NotMade);
  await expect(failing).rejects.toMatchObject({
    problem: { code: 'combiningTooLong', file: 'a.csv, b.csv, c.csv, 1 more' },
  });
});

it('reports images that cannot be drawn in time, with the limit and a suggestion', async () => {
  const source = {
    file: { fileName: 'a.csv' } as MachineFile,
    download: (path: string) => writeFile(path, 'no points').then(() => true),
  };
  const order: DrawingOrder = { operationType: 'harvested', properties: ['speed'], units: {}, withNumbers: false };
  const failing = containedEngine(readers, 0).draw([source], order, { image: async () => {} });
  await expect(failing).rejects.toMatchObject({
    problem: { code: 'drawingTooLong', file: 'a.csv', hint: expect.stringContaining('field operations') },
  });
});

async function consumed(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<undefined> {
  for await (const _ of content);
}
