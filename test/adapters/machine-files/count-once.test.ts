import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { machineFileEngine } from '../../../adapters/machine-files/engine.ts';
import { defaultSettings } from '../../../domain/configuration/configuration.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { StoredPoints } from '../../../domain/machine-files/machine-file-engine.ts';
import type { CountedElsewhere } from '../../../domain/machine-files/summary.ts';
import { zipOf } from './harvest-text.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';
import { taskDataZip } from './task-data.ts';

const settings = { ...defaultSettings, outOfStandardOperations: true };

interface Content {
  name: string;
  bytes: string | Uint8Array;
}

const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;

/** The points of an upload with one set, as they are in the lake. */
async function stored({ name, bytes }: Content, index: number): Promise<StoredPoints> {
  const fileId = idOf(index);
  let points = Buffer.alloc(0);
  const sink = {
    artefact: async (_: string, content: AsyncIterable<Uint8Array>) => void (await bytesOf(content)),
    image: async () => {},
    async points(content: () => AsyncIterable<Uint8Array>) {
      points = await bytesOf(content());
    },
  };
  const ids = { ownerName: 'owner', svcUserId: 'user', fileId, ingestId: `${index}`, provider: 'Svc' };
  const upload = { name, download: (path: string) => writeFile(path, bytes).then(() => true) };
  const processed = await machineFileEngine.process(upload, { settings, ...ids, fieldsOn: async () => [] }, sink);
  expect(processed?.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const file = { ...processed, id: fileId, ingestId: `${index}` } as MachineFile;
  return { file, download: (path) => writeFile(path, points).then(() => true) };
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** What counts in later exports, for each of some exports in their order. */
async function elsewhere(...contents: Content[]): Promise<CountedElsewhere[][]> {
  const exports = await Promise.all(contents.map(stored));
  return (await comparedAgain(exports)).map(({ countedElsewhere }) => countedElsewhere);
}

/** Compares exports, which have their new marks from then on. */
async function comparedAgain(exports: StoredPoints[]) {
  const operationType = exports[0]?.file.operationType ?? 'harvested';
  const targets = exports.map(({ file }) => ({ fileId: file.id, ingestId: `${file.ingestId}+` }));
  const found = await machineFileEngine.countOnce(
    exports.toReversed(),
    { operationType, targets },
    {
      async counted(fileId, content) {
        const points = await bytesOf(content);
        const changed = exports.find(({ file }) => file.id === fileId);
        if (changed) changed.download = (path) => writeFile(path, points).then(() => true);
      },
    },
  );
  return found.toReversed();
}

const heads = 'Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Moisture(%),Yield Mass(tonne/ha),Crop';
const at = (seconds: number) => new Date(Date.UTC(2024, 9, 1, 15) + seconds * 1000).toISOString();

/** A harvest northwards at 2 m/s. */
function harvest(
  from: number,
  to: number,
  change: (record: number) => { time?: string; lat?: string; more?: string } = () => ({}),
  more = '',
): Content {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const record = from + index;
    const { time = at(record), lat = (42.021 + record * 0.000018).toFixed(6), more = '' } = change(record);
    return `-93.618,${lat},${time},2,10,17,9,Corn${more}`;
  });
  return { name: 'harvest.csv', bytes: [heads + more, ...rows].join('\n') };
}

const points = (found: CountedElsewhere[][]) => found.map((one) => one.map(({ fileId, points }) => [fileId, points]));

describe('records that a later export has as well count there', () => {
  test('of three that overlap, with their ground and mass', async () => {
    const found = await elsewhere(harvest(0, 60), harvest(30, 90), harvest(80, 120));
    expect(points(found)).toEqual([[[idOf(1), 30]], [[idOf(2), 10]], []]);
    expect(found[0]?.[0]).toMatchObject({
      totalArea: { value: expect.closeTo(600, 6), unit: 'm2' },
      totalWetMass: { value: expect.closeTo(0.54, 9), unit: 't' },
    });
  });

  test('again and again with the same marks, and with none when the later one is gone', async () => {
    const [week, whole] = await Promise.all([harvest(0, 60), harvest(0, 90)].map(stored));
    if (!week || !whole) throw new Error('there are two');
    const changes = async (exports: StoredPoints[]) => (await comparedAgain(exports)).map(({ isChanged }) => isChanged);
    expect(await changes([week, whole])).toEqual([true, false]);
    expect(await changes([week, whole])).toEqual([false, false]);
    expect(await changes([week])).toEqual([true]);
    expect(await changes([week])).toEqual([false]);
  });

  test('of shapefiles and of task data', async () => {
    const spray = (to: number) => ({
      name: 'spray.zip',
      bytes: zipOf(sprayShapefile('spray', sprayRecords(to))),
    });
    expect(points(await elsewhere(spray(20), spray(30)))).toEqual([[[idOf(1), 20]], []]);
    const values = [
      { ddi: '000C', value: () => 8_000 },
      { ddi: '0043', value: () => 3_000 },
      { ddi: '008D', value: () => 1 },
    ];
    const log = (records: number) => ({ name: 'tasks.zip', bytes: taskDataZip(values, { records }) });
    const [first = []] = points(await elsewhere(log(40), log(50)));
    expect(first).toEqual([[idOf(1), expect.any(Number)]]);
    expect(Number(first[0]?.[1])).toBeGreaterThan(38);
  });
});

describe('every record counts', () => {
  const none = [[], []];

  test('of a tank mix that is logged product by product, in one file or in two', async () => {
    const of = (...products: string[]) => ({
      name: 'spray.zip',
      bytes: zipOf(
        sprayShapefile(
          'spray',
          products.flatMap((Product) => sprayRecords(20, () => ({ Product }))),
        ),
      ),
    });
    expect(await elsewhere(of('Herbicide'), of('Fertiliser'))).toEqual(none);
    expect(points(await elsewhere(of('Herbicide', 'Fertiliser'), of('Herbicide')))).toEqual([[[idOf(1), 20]], []]);
  });

  test('of two machines and of two varieties at one place and time', async () => {
    const of = (column: string, value: string) => harvest(0, 60, () => ({ more: `,${value}` }), `,${column}`);
    expect(await elsewhere(of('Machine', 'A'), of('Machine', 'B'))).toEqual(none);
    expect(await elsewhere(of('Variety', 'A'), of('Variety', 'B'))).toEqual(none);
    expect(await elsewhere(of('Section', '1'), of('Section', '2'))).toEqual(none);
  });

  test('of which as many more are logged in one second and place than in the later export', async () => {
    const at5Hz = (from: number, to: number) =>
      harvest(from, to, (record) => ({
        time: at(Math.floor(record / 5)).replace('.000', ''),
        lat: (42.021 + record * 0.0000036).toFixed(5),
      }));
    expect(await elsewhere(at5Hz(0, 100), at5Hz(100, 200))).toEqual(none);
    expect(points(await elsewhere(at5Hz(0, 100), at5Hz(50, 200)))).toEqual([[[idOf(1), 50]], []]);
  });

  test('of work that is done twice in a day', async () => {
    const later = harvest(0, 60, (record) => ({ time: at(record + 7200) }));
    expect(await elsewhere(harvest(0, 60), later)).toEqual(none);
  });

  test('without a time of day, or with minutes alone', async () => {
    for (const time of ['2024-10-01', '2024-10-01T15:00Z']) {
      expect(
        await elsewhere(
          harvest(0, 60, () => ({ time })),
          harvest(0, 90, () => ({ time })),
        ),
      ).toEqual(none);
    }
  });
});
