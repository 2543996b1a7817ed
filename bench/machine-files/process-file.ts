import { createWriteStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { machineFileEngine } from '../../adapters/machine-files/engine.ts';
import { defaultSettings } from '../../domain/configuration/configuration.ts';
import type { ProcessingOrder, ResultSink } from '../../domain/machine-files/machine-file-engine.ts';

/**
 * Takes one zip through all steps, as the worker does, and prints how it went as JSON. A process of its own, whose memory is
 * that of the work: `node --import tsx bench/machine-files/process-file.ts ZIP FOLDER`.
 */
const [, , zip = '', folder = ''] = process.argv;

const sink: ResultSink = {
  artefact: (name, content) => pipeline(content, createWriteStream(join(folder, name))),
  points: (content) => pipeline(content(), createWriteStream(join(folder, 'lake.parquet'))),
  image: async () => {},
};
const order: ProcessingOrder = {
  settings: { ...defaultSettings, enableGeoparquetOutput: true },
  ownerName: 'bench',
  svcUserId: 'bench',
  fileId: 'bench',
  ingestId: 'bench',
  provider: 'bench',
  fieldsOn: async () => [],
};
const stored = { name: 'bench.zip', download: (path: string) => copyFile(zip, path).then(() => true) };

const startedAt = performance.now();
const processed = await machineFileEngine.process(stored, order, sink);
const milliseconds = performance.now() - startedAt;
const { status, pointCounts, problems } = processed ?? {};
if (status !== 'processed') throw new Error(`it ended ${status}: ${problems?.map(({ message }) => message).join(' ')}`);
console.log(
  JSON.stringify({ milliseconds, points: pointCounts?.kept, megabytes: process.resourceUsage().maxRSS / 1024 }),
);
