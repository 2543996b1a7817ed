import { writeFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContainedReaders, containedReaders } from '../../../adapters/containment/contained-readers.ts';
import { soilReader } from '../../../adapters/soil/soil-reader.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { containedProgram } from '../containment/contained-program.ts';
import { soilSample } from './soil-samples.ts';

const folder = temporaryFolder('contained-soil');
let readers: ContainedReaders;
beforeAll(async () => {
  readers = containedReaders(await containedProgram('functions/jobs/process-soil/read-soil.ts', folder), () => {});
});
afterAll(() => readers.end());

const lab = zipSync({ 'lab-modus.xml': soilSample('lab-modus.xml') });
const file = (content: Uint8Array) => ({
  name: 'lab.zip',
  download: async (path: string) => {
    writeFileSync(path, content);
    return true;
  },
});

it('reads a zip in a process apart, place, depth, lab and all', async () => {
  const reading = await soilReader(readers).read(file(lab));
  expect(reading).toMatchObject({
    formats: ['modus1Xml'],
    events: [
      {
        date: '2021-09-24',
        grower: 'AULT FARMS, INC.',
        field: 'SCHALE MIKESELL 39.02 AC',
        lab: { name: 'A & L Great Lakes Laboratories', reportNumber: 'F21271-0035', receivedDate: '2021-09-28' },
        files: ['lab.zip/lab-modus.xml'],
        samples: { length: 20, 0: { id: '1', geometry: null, depth: { centimetres: { top: 0, bottom: 20.32 } } } },
      },
    ],
  });
});

it('answers that a zip is not there', async () => {
  expect(await soilReader(readers).read({ name: 'a.zip', download: async () => false })).toBeUndefined();
});

it('refuses a zip that takes too long, and reads the next one', async () => {
  expect(await soilReader(readers, () => 0).read(file(lab))).toMatchObject({ refusal: { key: 'readingTooLong' } });
  expect(await soilReader(readers).read(file(lab))).toHaveProperty('events.0.samples.19.id', '20');
});

it('refuses an order without results, and says so', async () => {
  const order = zipSync({ 'order.xml': soilSample('MODUS_SUBMIT_SOIL_EXAMPLE.xml') });
  expect(await soilReader(readers).read(file(order))).toMatchObject({
    refusal: { key: 'orderWithoutResults', file: 'lab.zip/order.xml' },
  });
});
