import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readerVersion } from '../../../domain/machine-files/points/reader-version.ts';
import { harvestCsv, zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';
import readings from './reader-version.json' with { type: 'json' };
import { smsCsv } from './sms-exports.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';
import { taskDataZip } from './task-data.ts';

const samples = join(import.meta.dirname, '../../../local/sandboxes/world/samples');
const sample = (name: string) => readFileSync(join(samples, name));
const litres = [
  { ddi: '0002', value: () => 2_000_000 },
  { ddi: '0043', value: () => 3_000 },
];

/** One file of each kind that is read by converters of its own, and public exports of John Deere. */
const files: Record<string, () => Parameters<typeof only>> = {
  'harvest-of-01.zip': () => ['harvest-of-01.zip', sample('harvest-of-01.zip')],
  'harvest-of-jen-3.zip': () => ['harvest-of-jen-3.zip', sample('harvest-of-jen-3.zip')],
  'application-of-tank-mix-rate.zip': () => ['application.zip', sample('application-of-tank-mix-rate.zip')],
  'a shapefile without metadata': () => ['spray.zip', zipOf(sprayShapefile('spray', sprayRecords(40)))],
  'text of SMS': () => ['sms.csv', smsCsv()],
  'text with units': () => ['harvest.csv', harvestCsv({ passes: 2 })],
  'task data': () => ['tasks.zip', taskDataZip(litres)],
};

test.each(Object.entries(files))('%s is read as by the recorded version of the reader', async (name, made) => {
  const [fileName, content] = made();
  const { processed, made: outputs } = await only(fileName, content);
  expect(processed.status).toBe('processed');
  const hash = createHash('sha256');
  for (const output of [outputs.rawGeojson, outputs.standardGeojson]) hash.update(output ?? '');
  const found = { readerVersion, sha256: hash.digest('hex') };
  const recorded = { readerVersion: readings.readerVersion, sha256: (readings.files as Record<string, string>)[name] };
  expect(
    found,
    'The points are others than before: raise the version in domain/machine-files/points/reader-version.ts and record both in reader-version.json.',
  ).toEqual(recorded);
});
