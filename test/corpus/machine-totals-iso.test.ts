import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../domain/configuration/configuration.ts';
import type { Total } from '../../domain/machine-files/summary.ts';
import { mixedTaskData } from '../adapters/machine-files/mixed-task-data.ts';
import { type ProcessedSet, processUpload } from '../adapters/machine-files/process-upload.ts';
import { carried, type RawLog, rawLog } from './independent/raw-time-log.ts';
import { corpus, entriesOf, entryOf, sample } from './independent/samples.ts';

/** Folder of samples whose time logs are compared with the totals in their tasks, and with their raw values. */
const folder = 'dev4Agriculture+isoxml-dotnet';

/** The result of the only piece of work in a sample. */
async function process(file: string, settings: Partial<Settings>) {
  const sets = await processAll(file, settings);
  expect(sets).toHaveLength(1);
  return withTotals(sets[0] as ProcessedSet);
}

/** Results of samples by their settings: processing takes seconds, and several tests share a result. */
const madeOf = new Map<string, Promise<ProcessedSet[]>>();

function processAll(file: string, given: Partial<Settings>): Promise<ProcessedSet[]> {
  const settings = { unitMeasurement: 'METRIC', ...given } as const;
  const key = JSON.stringify([file, settings]);
  const path = `${folder}/${file}`;
  const made = madeOf.get(key) ?? processUpload(basename(path), sample(path), settings).then(({ sets }) => sets);
  madeOf.set(key, made);
  return made;
}

function withTotals({ processed }: ProcessedSet) {
  const total = (name: string) => (processed.summary?.properties[name] as Total | undefined)?.value ?? Number.NaN;
  return { processed, total };
}

function expectNear(found: number, expected: number, what: string): void {
  expect(Math.abs(found / expected - 1), `${what}: ${found}, expected ${expected}`).toBeLessThan(0.01);
}

/** Metres from each record's predecessor. */
function stepsOf({ positions }: RawLog): number[] {
  return positions.map(([lon, lat], record) => {
    const [lonBefore, latBefore] = positions[record - 1] ?? [lon, lat];
    const metres = Math.hypot(
      (lat - latBefore) * 111_195,
      (lon - lonBefore) * 111_195 * Math.cos((lat * Math.PI) / 180),
    );
    return metres > 100 ? 0 : metres;
  });
}

describe.skipIf(!corpus)('task data of a baler, which counts and logs no rate', () => {
  const file = 'CorruptStream.zip';
  // No crop and no width: the file is accepted as it is.
  const settings: Partial<Settings> = { outOfStandardOperations: true };

  test('weighs as much as its tasks state', async () => {
    const sets = await processAll(file, settings);
    // The sum of DDI 90 over the time elements of each task, kilograms.
    const tasks = { TSK1: 16_020, TSK2: 6_370, TSK3: 43_420, TSK4: 58_570, TSK5: 40_470 };
    expect(sets.map(({ part }) => part?.taskId)).toEqual(Object.keys(tasks));
    for (const set of sets) {
      const mass = tasks[set.part?.taskId as keyof typeof tasks];
      expectNear(withTotals(set).total('totalWetMass'), mass / 1000, `mass of ${set.part?.taskName}`);
      expect(set.processed.steps.normalizedGeojson?.message).toContain(
        "wetMass follows from the growth of the machine's counters",
      );
    }
    expect(sets[2]?.processed.problems.map(({ message }) => message).join()).toContain(
      '5 of the 497189 bytes of the time log TLG0006 make no records',
    );
  });

  test("has every record in the maker's lists", async () => {
    // The archive begins late: bytes before it belong to another.
    const zip = sample(`${folder}/${file}`).subarray(500_000);
    const lists = entriesOf(zip, /TLG\d+\.CSV$/).map(([, csv]) => csv.toString('latin1').trim().split('\n').length - 1);
    const sets = await processAll(file, settings);
    const read = sets.reduce((sum, { processed }) => sum + (processed.pointCounts?.read ?? 0), 0);
    // Three of the lists lack the last record of their log, and two of them seven around the bytes that are lost.
    expect(read).toBe(lists.reduce((sum, lines) => sum + lines) + 10);
  });
});

describe.skipIf(!corpus)('task data of a planter whose sections are switched', () => {
  test.each(['SingleDPD.zip', 'MultiSubFolderAndMac.zip'])('%s has the totals of its sections', async (file) => {
    const zip = sample(`${folder}/${file}`);
    const log = rawLog(entryOf(zip, /TLG00001\.XML$/).toString(), entryOf(zip, /TLG00001\.BIN$/));
    const [on, states, rate] = ['141 DET-453', '161 DET-452', '12 DET-452'].map((name) => carried(log, name));
    const steps = stepsOf(log);
    const parts = steps.map((metres, record) => {
      const sections = [0, 1, 2, 3, 4, 5].filter((section) => (((states?.[record] ?? 0) >> (2 * section)) & 3) === 1);
      const squareMetres = on?.[record] === 1 ? metres * sections.length * 0.75 : 0;
      return {
        squareMetres,
        seeds: (squareMetres * (rate?.[record] ?? 0)) / 1000,
        works: on?.[record] === 1 && sections.length > 0,
      };
    });
    const { processed, total } = await process(file, { standardGeoJson: { planted: { crop: 'optional' } } });
    const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + of(part), 0);
    expectNear(
      total('totalArea') * 10_000,
      sum(({ squareMetres }) => squareMetres),
      'area',
    );
    expectNear(
      total('totalPlanted'),
      sum(({ seeds }) => seeds),
      'seeds',
    );
    expect(processed.pointCounts).toMatchObject({ read: log.times.length });
    expect(processed.steps.normalizedGeojson?.message).toContain('2 grids of prescriptions were passed over');
  });
});

describe.skipIf(!corpus)('task data of a forage harvester that drove without cutting', () => {
  test('has no work, in accordance with its own totals', async () => {
    const zip = sample(`${folder}/TotalsTests_TASKDATA.zip`);
    const log = rawLog(entryOf(zip, /TLG00003\.xml$/).toString(), entryOf(zip, /TLG00003\.bin$/));
    // Yields by area and time, mass and area in all, and the state of work.
    for (const ddi of [84, 87, 90, 116, 141]) {
      expect(
        log.values.get(`${ddi} DET-1`)?.filter(([, value]) => value !== 0),
        `DDI ${ddi}`,
      ).toEqual([]);
    }
    const { processed } = await process('TotalsTests_TASKDATA.zip', {});
    expect(processed.problems).toMatchObject([{ message: 'unsupported operation type: datacollection' }]);
  });
});

describe.skipIf(!corpus)('task data with the tasks of a baler, a planter and a harvester that cut nothing', () => {
  test('becomes a file for each of them, equal to that of each alone', async () => {
    const names = ['CorruptStream.zip', 'SingleDPD.zip', 'TotalsTests_TASKDATA.zip'];
    const settings = { outOfStandardOperations: true, unitMeasurement: 'METRIC' } as const;
    const alone = (await Promise.all(names.map((name) => processAll(name, settings)))).flat();
    const whole = names
      .map((name) => sample(`${folder}/${name}`))
      .map((zip, index) => zip.subarray(index ? 0 : 500_000));
    const { sets } = await processUpload('mixed.zip', mixedTaskData(whole), settings);
    const figures = (set: ProcessedSet) => {
      const { processed, total } = withTotals(set);
      const { operationType, pointCounts } = processed;
      return [operationType, pointCounts, total('totalWetMass'), total('totalPlanted'), total('totalArea')];
    };
    expect(sets.map(figures)).toEqual(alone.map(figures));
    expect(sets.map(({ processed }) => processed.operationType)).toEqual([
      ...['harvested', 'harvested', 'harvested', 'harvested', 'harvested'],
      'planted',
      undefined,
    ]);
  });
});
