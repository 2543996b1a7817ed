import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineFileEngine } from '../../adapters/machine-files/engine.ts';
import { drawableOf } from '../../domain/machine-files/image.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';

/**
 * Draws all images of the file that `process-file.ts` left in a folder, as the worker does on demand, and prints its figures as JSON.
 * Runs in a process of its own, whose memory is that of the work: `node --import tsx bench/machine-files/draw-images.ts FOLDER`.
 */
const [, , folder = ''] = process.argv;

const file = JSON.parse(await readFile(join(folder, 'record.json'), 'utf8')) as MachineFile;
const { operationType = 'harvested', units = {} } = file;
const download = (path: string) => copyFile(join(folder, 'lake.parquet'), path).then(() => true);
const order = { operationType, units, properties: drawableOf(operationType), withNumbers: false };
const startedAt = performance.now();
const images = await machineFileEngine.draw([{ file, download }], order, { image: async () => {} });
const milliseconds = performance.now() - startedAt;
const megabytes = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ milliseconds, megabytes, images: images.length }));
