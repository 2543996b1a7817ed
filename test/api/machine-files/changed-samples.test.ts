import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Total } from '../../../domain/machine-files/summary.ts';
import { mixedTaskData } from '../../adapters/machine-files/mixed-task-data.ts';
import type { Counted } from '../../corpus/counted.ts';
import {
  changedSample,
  cutTo,
  recordStarts,
  someTasks,
  withByteOrderMark,
} from '../../corpus/independent/changed-samples.ts';
import { carried, rawLog } from '../../corpus/independent/raw-time-log.ts';
import { corpus, entryOf, sample } from '../../corpus/independent/samples.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { processed, type ShownFile } from './batch.ts';
import { pointsAt } from './with-settings.ts';

/** Real files that are cut, marked, mixed or spoilt, sent through the whole service, beside what was counted in the intact files. */
const harvest = 'JohnDeere+SampleData/Gen4 - 4600 Harvest Data - Polygon - OneHertz.zip';
const planting = 'dev4Agriculture+isoxml-dotnet/SingleDPD.zip';
const baling = 'dev4Agriculture+isoxml-dotnet/CorruptStream.zip';
const nothing = 'dev4Agriculture+isoxml-dotnet/TotalsTests_TASKDATA.zip';
const monitor = 'CSIRO-Precision-Agriculture+pyprecag/area2_yield_ISO-8859-1.csv';
/** Bytes of the planter's position: north, east and up, the state, and the time of the satellites. */
const positionBytes = 4 + 4 + 4 + 1 + 4;

const expectedFolder = join(import.meta.dirname, '../../corpus/expected/machine-files');
const counted = (path: string): Counted =>
  JSON.parse(readFileSync(join(expectedFolder, `${path}.json`), 'utf8')).counted;

describe.skipIf(!corpus)('a real file that is changed on its way in', () => {
  let owner: TestOwner;
  let svcUserId: string;
  beforeAll(async () => {
    owner = await freshOwner();
    ({ id: svcUserId } = await freshUser(owner));
    const settings = { outOfStandardOperations: true, cleanupStandardGeojson: false };
    await owner.post(`/services/config/api/configs/${svcUserId}`, settings);
  });

  const filesOf = async (name: string, content: Uint8Array | string) =>
    (await processed(owner, svcUserId, name, content)).files;
  async function fileOf(name: string, content: Uint8Array | string): Promise<ShownFile> {
    const files = await filesOf(name, content);
    expect(files).toHaveLength(1);
    return files[0] as ShownFile;
  }
  const problemsOf = ({ problems }: ShownFile) =>
    problems.filter(({ code }) => code !== 'missingProperties').map(({ code, message }) => [code, message]);
  const pointsOf = (file: ShownFile) => pointsAt(owner, file.downloadStandardGeojson);

  test.each([
    ['table', [[/\.dbf$/, cutTo(0.4)]]],
    ['shapes', [[/\.shp$/, cutTo(0.4)]]],
    ['every part', [[/\.(dbf|shp|shx)$/, cutTo(0.4)]]],
  ] as [string, [RegExp, ReturnType<typeof cutTo>][]][])(
    'is read as far as a cut %s of its shapefile goes, and reports how far',
    async (_, changes) => {
      const file = await fileOf('harvest.zip', changedSample(harvest, changes));
      const read = file.pointCounts?.read ?? 0;
      expect(file.status).toBe('processed');
      expect(read).toBeGreaterThan(890);
      expect(read).toBeLessThan(900);
      expect(problemsOf(file)).toEqual([
        ['lessThanStated', expect.stringMatching(new RegExp(`^Only ${read} of 2,243 rows are there`))],
      ]);
    },
  );

  test('is read to the last whole record of a cut time log, and reports both lengths', async () => {
    const log = entryOf(sample(planting), /TLG00001\.BIN$/);
    const cut = Math.floor(log.length * 0.6);
    const file = await fileOf('planting.zip', changedSample(planting, [[/TLG00001\.BIN$/, cutTo(0.6)]]));
    const starts = recordStarts(log, positionBytes);
    const whole = starts.filter((_, record) => (starts[record + 1] ?? log.length) <= cut);
    expect([starts.length, file.status, file.pointCounts?.read]).toEqual([
      counted(planting).sets[0]?.points.read,
      'processed',
      whole.length,
    ]);
    const lost = cut - (starts[whole.length] ?? 0);
    expect(problemsOf(file)).toEqual([
      [
        'lessThanStated',
        expect.stringMatching(
          `^Only ${cut.toLocaleString('en')} of ${log.length.toLocaleString('en')} bytes are there: .*TLG00001`,
        ),
      ],
      ['damagedPart', expect.stringContaining(`${lost} of the ${cut} bytes of the time log TLG00001`)],
      ['contradictingTotals', expect.stringContaining('the totals of the task say 12,480 seeds')],
    ]);
  });

  test('has the same points with byte order marks in all of its XML as without', async () => {
    const without = await fileOf('planting.zip', sample(planting));
    const marked = await fileOf('marked.zip', changedSample(planting, [[/\.XML$/, withByteOrderMark]]));
    expect(marked.problems).toEqual(
      without.problems.map((problem) => ({ ...problem, file: marked.problems[0]?.file })),
    );
    const [points, expected] = [await pointsOf(marked), await pointsOf(without)];
    expect(expected).toHaveLength(counted(planting).sets[0]?.points.read ?? 0);
    expect(points).toEqual(expected);
  });

  test('loses only the impossible numbers of a table', async () => {
    const lines = sample(monitor).toString('latin1').split('\n');
    const names = (lines[0] ?? '').split(',');
    const spoilt = [
      [10, 'Crop Flw(M)(tonne/h)', 'nan'],
      [20, 'Crop Flw(M)(tonne/h)', 'inf'],
      [30, 'Elevation(m)', '1e308'],
      [40, 'Moisture(%)', '-inf'],
    ] as const;
    let lost = 0;
    for (const [row, name, text] of spoilt) {
      const cells = (lines[row] ?? '').split(',');
      if (name.startsWith('Crop')) lost += Number(cells[names.indexOf(name)]) / 3600;
      cells[names.indexOf(name)] = text;
      lines[row] = cells.join(',');
    }
    const [expected] = counted(monitor).sets;
    const file = await fileOf('monitor.csv', Buffer.from(lines.join('\n'), 'latin1'));
    expect(file.pointCounts).toEqual(expected?.points);
    expect(problemsOf(file)).toEqual([
      [
        'impossibleNumbers',
        'Values that are not numbers, or are impossibly large, were left out: 1 of elevation (in row 30), 2 of cropFlow (the first in row 10), 1 of harvestMoisture (in row 40).',
      ],
      // The sample is dated 2032.
      ['tooManyImplausible', expect.stringContaining('timestamp beyond what is possible')],
    ]);
    const { totalArea, totalWetMass } = (file.summary?.properties ?? {}) as Record<string, Total>;
    expect(totalArea?.value).toBeCloseTo(Number.parseFloat(expected?.totals.totalArea ?? ''), 2);
    // The mass follows from the dry yield where the flow is unknown.
    const whole = Number.parseFloat(expected?.totals.totalWetMass ?? '');
    expect(Math.abs((totalWetMass?.value ?? 0) - whole)).toBeLessThan(lost);
  });

  test('loses only the impossible values of a time log', async () => {
    const header = entryOf(sample(planting), /TLG00001\.XML$/).toString();
    const rate = [...header.matchAll(/<DLV A="(\w+)" B="" C="([^"]+)"/g)].findIndex(
      ([, ddi, element]) => ddi === '000C' && element === 'DET-452',
    );
    const huge = 0x7fffffff;
    const spoil = (log: Buffer) => {
      for (const start of recordStarts(log, positionBytes).slice(100, 103)) {
        const values = start + 7 + positionBytes;
        for (let at = values; at < values + 5 * (log[values - 1] ?? 0); at += 5) {
          if (log[at] === rate) log.writeInt32LE(huge, at + 1);
        }
      }
      return log;
    };
    const spoilt = carried(rawLog(header, spoil(entryOf(sample(planting), /TLG00001\.BIN$/))), '12 DET-452');
    const lost = spoilt.filter((value) => value === huge).length;
    expect(lost).toBeGreaterThan(0);
    const file = await fileOf('planting.zip', changedSample(planting, [[/TLG00001\.BIN$/, spoil]]));
    expect(file.pointCounts).toEqual({ read: spoilt.length, kept: spoilt.length, dropped: {} });
    expect(problemsOf(file)).toEqual([
      [
        'impossibleNumbers',
        expect.stringMatching(
          `left out: ${lost} of seedRate \\((the first )?in row ${spoilt.indexOf(huge) + 1}\\)\\.$`,
        ),
      ],
    ]);
  });

  test('is a file for each task where tasks of several machines are in one set', { timeout: 120_000 }, async () => {
    const mixed = mixedTaskData([
      someTasks(sample(baling).subarray(500_000), ['TSK2', 'TSK4']),
      sample(planting),
      sample(nothing),
    ]);
    const files = (await filesOf('season.zip', mixed)).toSorted((a, b) => (a.part?.task ?? 0) - (b.part?.task ?? 0));
    const sets = counted(baling).sets;
    const [second, fourth, sown] = [sets[1], sets[3], counted(planting).sets[0]];
    expect(files.map(({ operationType, status, pointCounts }) => [operationType, status, pointCounts?.read])).toEqual([
      ['harvested', 'processed', second?.points.read],
      ['harvested', 'processed', fourth?.points.read],
      ['planted', 'processed', sown?.points.read],
      [undefined, 'failed', undefined],
    ]);
    const tonnes = files
      .slice(0, 2)
      .map(({ summary }) => (summary?.properties.totalWetMass as Total | undefined)?.value);
    expect(tonnes.map((mass) => `${Number(mass?.toPrecision(6))} t`)).toEqual([
      second?.totals.totalWetMass,
      fourth?.totals.totalWetMass,
    ]);
    expect(files[3]?.problems).toMatchObject([{ code: 'unsupportedOperation' }]);
  });
});
