import { createWriteStream } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { machineFileEngine } from '../../adapters/machine-files/engine.ts';
import { defaultSettings } from '../../domain/configuration/configuration.ts';
import type { ProcessingOrder, ResultSink } from '../../domain/machine-files/machine-file-engine.ts';

/**
 * Takes zips through all steps, one after the other as a worker does, and prints the figures of the last one as JSON; the others warm the
 * worker up. Runs in a process of its own, whose memory is that of the work: `node --import tsx bench/machine-files/process-file.ts FOLDER ZIP...`.
 */
const [, , folder = '', ...zips] = process.argv;

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

async function timeOf(zip: string): Promise<number> {
  const stored = { name: 'bench.zip', download: (path: string) => copyFile(zip, path).then(() => true) };
  const startedAt = performance.now();
  const made = await machineFileEngine.process(stored, order, sink);
  const milliseconds = performance.now() - startedAt;
  const { status, problems = [] } = made ?? {};
  await writeFile(join(folder, 'record.json'), JSON.stringify({ ...made, id: order.fileId, fileName: stored.name }));
  if (status === 'processed') return milliseconds;
  throw new Error(`${zip} ended ${status}: ${problems.map(({ message }) => message).join(' ')}`);
}

let milliseconds = 0;
for (const zip of zips) milliseconds = await timeOf(zip);
console.log(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
