import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineFileEngine } from '../../adapters/machine-files/engine.ts';
import { defaultSettings } from '../../domain/configuration/configuration.ts';
import type { StoredPoints } from '../../domain/machine-files/machine-file-engine.ts';
import { lakeUnits } from '../query/write-lake.ts';

/**
 * Writes the layers that a map loads from the points of a harvest in the lake, as a worker does, and prints its time and memory as JSON. Runs in a
 * process of its own, whose memory is that of the work: `node --import tsx bench/season/write-layers.ts FOLDER FILE_ID PARQUET`.
 */
const [, , folder = '', id = '', parquet = ''] = process.argv;

const units = Object.fromEntries(Object.entries(lakeUnits).flatMap(([name, unit]) => (unit ? [[name, unit]] : [])));
const file = { id, units } as StoredPoints['file'];
const startedAt = performance.now();
await machineFileEngine.writeLayers(
  [{ file, download: (path) => copyFile(parquet, path).then(() => true) }],
  {
    operationType: 'harvested',
    units,
    properties: ['dryVolumePerArea', 'area', 'heading'],
    filter: defaultSettings,
    within: undefined,
  },
  { image: (name, content) => writeFile(join(folder, name), content) },
);
const milliseconds = performance.now() - startedAt;
console.log(JSON.stringify({ milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
