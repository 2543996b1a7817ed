import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { corpus, sample } from '../../corpus/independent/samples.ts';
import { zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';
import { taskDataZip } from './task-data.ts';

type Parts = Record<string, Buffer>;

/** A shapefile of 60 records, some of whose parts are truncated to a share of their bytes. */
function cut(shares: Record<string, number>, change: (parts: Parts) => void = () => {}): Uint8Array {
  const parts = sprayShapefile('spray', sprayRecords(60));
  for (const [ending, share] of Object.entries(shares)) {
    const part = parts[`spray.${ending}`] as Buffer;
    parts[`spray.${ending}`] = part.subarray(0, Math.floor(part.length * share));
  }
  change(parts);
  return zipOf(parts);
}

/** Makes a .shx state its own length, as programs do that repair it. */
function repairIndex(parts: Parts): void {
  const index = Buffer.from(parts['spray.shx'] as Buffer);
  index.writeInt32BE(index.length / 2, 24);
  parts['spray.shx'] = index;
}

describe('a shapefile that holds less than it states is read as far as it goes', () => {
  test.each([
    [
      'its table',
      cut({ dbf: 0.5 }),
      /^Only (2\d|30) of 60 rows are there: the table \(\.dbf\) says that there are more\.$/,
    ],
    ['its shapes', cut({ shp: 0.5 }), /^Only (2\d|30) of 60 rows/],
    ['all of its parts', cut({ shp: 0.5, shx: 0.5, dbf: 0.5 }), /^Only (2\d|30) of 60 rows/],
    ['shapes and index, which was repaired', cut({ shp: 0.5, shx: 0.5 }, repairIndex), /^Only (2\d|30) of 60 rows/],
    [
      'the end of its table, header and all',
      cut({}, (parts) => parts['spray.dbf']?.writeUInt32LE(40, 4)),
      /^Only 40 of 60 rows are there: the index \(\.shx\)/,
    ],
    [
      'bytes behind its shapes',
      cut({}, (parts) => parts['spray.shp']?.writeInt32BE(500_000, 24)),
      /^Only [\d,]+ of 1,000,000 bytes are there: the \.shp file/,
    ],
  ])('without %s', async (_, content, message) => {
    const { processed } = await only('spray.zip', content);
    expect(processed.status).toBe('processed');
    expect(processed.problems).toMatchObject([
      { code: 'lessThanStated', severity: 'warning', message: expect.stringMatching(message) },
    ]);
  });

  test('and a complete one reports nothing', async () => {
    const { processed } = await only('spray.zip', cut({}));
    expect(processed).toMatchObject({ problems: [], pointCounts: { read: 60 } });
  });
});

test('a time log that is shorter than its task data states is read, with both lengths', async () => {
  const values = [
    { ddi: '000C', value: () => 8_000 },
    { ddi: '0043', value: () => 3_000 },
  ];
  const files = unzipSync(taskDataZip(values));
  const main = 'TASKDATA/TASKDATA.XML';
  const bytes = files['TASKDATA/TLG00001.BIN']?.length ?? 0;
  const stating = (length: number, log: Uint8Array) =>
    zipOf({
      ...files,
      [main]: Buffer.from(files[main] ?? '')
        .toString()
        .replace('<TLG A="TLG00001"/>', `<TLG A="TLG00001" B="${length}"/>`),
      'TASKDATA/TLG00001.BIN': log,
    });
  const log = files['TASKDATA/TLG00001.BIN'] as Uint8Array;
  expect((await only('a.zip', stating(bytes, log))).processed.problems).toEqual([]);
  // A whole number of records, so that nothing else shows what is missing.
  const { processed } = await only('a.zip', stating(bytes, log.subarray(0, (bytes / 50) * 30)));
  expect(processed.pointCounts).toMatchObject({ read: 30 });
  expect(processed.problems).toMatchObject([
    {
      code: 'lessThanStated',
      message: expect.stringContaining(`Only ${(bytes / 50) * 30} of ${bytes.toLocaleString('en')} bytes`),
    },
  ]);
});

test.skipIf(!corpus)('a real harvest that was cut in half reports how many of its rows are left', async () => {
  const files = unzipSync(sample('JohnDeere+SampleData/Export From MyJohnDeere - Harvest.zip'));
  const parts = Object.entries(files).map(([name, content]): [string, Uint8Array] => {
    return [name, /\.(shp|shx|dbf)$/.test(name) ? content.subarray(0, content.length / 2) : content];
  });
  const { processed } = await only('half.zip', zipOf(Object.fromEntries(parts)));
  expect(processed.status).toBe('processed');
  const read = (processed.pointCounts?.read ?? 0).toLocaleString('en');
  expect(processed.problems[0]?.message).toContain(`Only ${read} of 40,960 rows are there`);
});
