import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { writeShapefile } from '../../local/demo/write-shapefile.ts';
import { adaptZip } from '../adapters/machine-files/adapt-data-set.ts';
import { harvestCsv, zipOf } from '../adapters/machine-files/harvest-text.ts';
import { processUpload } from '../adapters/machine-files/process-upload.ts';
import { taskDataZip } from '../adapters/machine-files/task-data.ts';
import { corpus, sample } from '../corpus/independent/samples.ts';
import { mutate, randomFrom } from './mutate.ts';

/**
 * Damaged machine files: whatever is done to them, each parser answers with points or with a problem in words, soon. The seeds are made here, and
 * with CORPUS_DIR real files join them. `FUZZ_CASES=500 FUZZ_SEED=7 npx vitest run test/fuzz` looks further.
 */
const cases = Number(process.env.FUZZ_CASES ?? 10);
const firstSeed = Number(process.env.FUZZ_SEED ?? 1);
/** Milliseconds for one damaged upload; the engine takes a fraction of a second, on a machine with other work some more. */
const longest = 20_000;

const agLeader = Array.from({ length: 30 }, (_, record) =>
  [
    -93.5 + record * 1e-5,
    42,
    10,
    1_400_000_000 + record,
    1,
    50,
    240,
    15,
    33,
    1,
    '"1"',
    '"North"',
    '"L1"',
    '"Corn"',
    900,
  ].join(),
).join('\n');

const swaths = writeShapefile(
  Array.from({ length: 30 }, (_, record) => ({
    rings: [
      [
        [-93.5, 42 + record * 1e-4],
        [-93.5, 42 + (record + 1) * 1e-4],
        [-93.49, 42 + (record + 1) * 1e-4],
        [-93.5, 42 + record * 1e-4],
      ],
    ],
    attributes: {
      Crop: 'Corn',
      Moisture: '14',
      WetMass: '9000',
      Distance: '30',
      Width: '20',
      IsoTime: `2024-10-01T15:00:${10 + record}Z`,
      Elevation: '900',
    },
  })),
);
const metadata = {
  Operation: 'Harvest',
  CropToken: 'CORN_WET',
  DataAttributes: [{ Name: 'WetMass', Unit: 'lb1ac-1' }],
};
const feature = (record: number) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-93.5, 42 + record * 2e-5] },
  properties: {
    IsoTime: `2024-05-01T12:00:${10 + record}Z`,
    SeedRate: 32_000,
    Crop: 'Corn',
    'Distance(m)': 2,
    'Width(m)': 6,
  },
});
const device = `<DVC A="DVC1" B="Sower"><DET A="DET-1" B="1" C="1" D="All" E="0" F="0"><DOR A="9"/></DET>
  <DPD A="9" B="0050" C="3" D="17" E="Litres" F="8"/><DVP A="8" B="0" C="1" D="0" E="l"/></DVC>`;

const seeds: [name: string, upload: () => Promise<Uint8Array> | Uint8Array][] = [
  ['a table of text', () => zipOf({ 'a.csv': harvestCsv() })],
  ['Ag Leader text', () => zipOf({ 'a.txt': agLeader })],
  [
    'GeoJSON',
    () =>
      zipOf({
        'a.geojson': JSON.stringify({
          type: 'FeatureCollection',
          features: Array.from({ length: 30 }, (_, record) => feature(record)),
        }),
      }),
  ],
  ['a shapefile', () => zipOf(Object.fromEntries(Object.entries(swaths).map(([part, bytes]) => [`a.${part}`, bytes])))],
  [
    'a shapefile of John Deere',
    () =>
      zipOf({
        ...Object.fromEntries(Object.entries(swaths).map(([part, bytes]) => [`a.${part}`, bytes])),
        'a-Deere-Metadata.json': JSON.stringify(metadata),
      }),
  ],
  [
    'task data',
    () =>
      taskDataZip(
        [
          { ddi: '0050', value: (record) => record },
          { ddi: '00A1', value: () => 1 },
          { ddi: '0043', value: () => 3000 },
        ],
        { devices: device, gpsHours: 2 },
      ),
  ],
  ['ADAPT Standard', () => adaptZip()],
];

const realFiles = [
  'JohnDeere+SampleData/Gen4 - 4600 Application Data - Point - OneHertz.zip',
  'dev4Agriculture+isoxml-dotnet/SingleDPD.zip',
  'dev4Agriculture+isoxml-js/task_with_grid.zip',
];

/** Damages one file of an archive, or now and then the archive. */
function damagedUpload(archive: Uint8Array, random: () => number): Uint8Array {
  if (random() < 0.15) return mutate(archive, random);
  const entries = Object.entries(unzipSync(archive)).filter(([name]) => !name.endsWith('/'));
  const chosen = Math.floor(random() * entries.length);
  return zipOf(
    Object.fromEntries(entries.map(([name, bytes], index) => [name, index === chosen ? mutate(bytes, random) : bytes])),
  );
}

/** What is wrong with the answer to a damaged upload; undefined when nothing is. */
async function faultOf(upload: Uint8Array): Promise<string | undefined> {
  const began = performance.now();
  const { sets, problems } = await processUpload('upload.zip', upload);
  if (performance.now() - began > longest) return 'it took too long';
  if (sets.length + problems.length === 0) return 'nothing was said';
  const wordless = problems.find(({ message, hint }) => !/\w{3}/.test(message) || !/\w{3}/.test(hint));
  if (wordless) return `a problem says nothing: ${wordless.code}`;
  for (const { processed } of sets) {
    const { status, pointCounts, problems: found } = processed;
    if (status === 'processed' && !pointCounts?.kept) return 'it was processed and has no points';
    if (status === 'failed' && !found.some(({ message }) => /\w{3}/.test(message))) return 'it failed without a word';
  }
  return undefined;
}

async function fuzz(archive: Uint8Array): Promise<void> {
  const faults: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const fault = await faultOf(damagedUpload(archive, randomFrom(seed))).catch((error: unknown) => String(error));
    if (fault) faults.push(`seed ${seed}: ${fault}`);
  }
  expect(faults).toEqual([]);
}

describe('a damaged upload is answered with points or a problem', () => {
  test.each(seeds)('%s', async (_, upload) => fuzz(await upload()));
});

describe.skipIf(!corpus)('a damaged upload of a real machine is answered with points or a problem', () => {
  test.each(realFiles)('%s', async (file) => fuzz(sample(file)));
});
