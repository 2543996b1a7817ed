import { unzipSync } from 'fflate';
import { writeShapefile } from '../../local/demo/write-shapefile.ts';
import { adaptZip } from '../adapters/machine-files/adapt-data-set.ts';
import { geoTiff, rasterZip } from '../adapters/machine-files/adapt-raster-set.ts';
import { harvestCsv, zipOf } from '../adapters/machine-files/harvest-text.ts';
import { taskDataZip } from '../adapters/machine-files/task-data.ts';
import { sample } from '../corpus/independent/samples.ts';
import { mutate } from './mutate.ts';

type Upload = () => Promise<Uint8Array> | Uint8Array;

const precision = 'CSIRO-Precision-Agriculture+pyprecag';

function linesOf(file: string, count: number): string {
  return sample(file).toString('latin1').split('\n').slice(0, count).join('\n');
}

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

/** Whole archives, one of each format, made here. */
export const madeUploads: [format: string, upload: Upload][] = [
  ['a text table', () => zipOf({ 'a.csv': harvestCsv() })],
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
  ['ADAPT Standard with a GeoTIFF', async () => rasterZip(await geoTiff())],
];

/** Archives of real machines and programs, from CORPUS_DIR. */
export const realUploads: [file: string, upload: Upload][] = [
  ...[
    'JohnDeere+SampleData/Gen4 - 4600 Application Data - Point - OneHertz.zip',
    'dev4Agriculture+isoxml-dotnet/SingleDPD.zip',
    'dev4Agriculture+isoxml-dotnet/MultiSubFolderAndMac.zip',
    'dev4Agriculture+isoxml-js/task_with_grid.zip',
    'kunzhoudk+isoxml-py/v4_farmdoc_seeding.zip',
  ].map((file): [string, Upload] => [file, () => sample(file)]),
  ['pyprecag yield', () => zipOf({ 'yield.csv': sample(`${precision}/area2_yield_ISO-8859-1.csv`) })],
  ['yieldcleanr sample 1', () => zipOf({ 'sample1.txt': linesOf('cedricbouffard+yieldcleanr/sample1.txt', 1_000) })],
  ['pyprecag NDVI as records', () => rasterZip(sample(`${precision}/area1_onebox_NDVI_250cm.tif`))],
];

/** Damages one file of an archive, or now and then the archive itself. */
export function damagedUpload(archive: Uint8Array, random: () => number): Uint8Array {
  if (random() < 0.15) return mutate(archive, random);
  const entries = Object.entries(unzipSync(archive)).filter(([name]) => !name.endsWith('/'));
  const chosen = Math.floor(random() * entries.length);
  return zipOf(
    Object.fromEntries(entries.map(([name, bytes], index) => [name, index === chosen ? mutate(bytes, random) : bytes])),
  );
}
