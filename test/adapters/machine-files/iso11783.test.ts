import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Total } from '../../../domain/machine-files/summary.ts';
import { xmlEncodings } from '../boundary-files/xml-encodings.ts';
import { zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';
import type { ProcessedSet } from './process-upload.ts';
import { taskDataZip } from './task-data.ts';

function total({ processed }: ProcessedSet, name: string): number {
  return (processed.summary?.properties[name] as Total | undefined)?.value ?? Number.NaN;
}

describe('ISO 11783 task data', () => {
  const seeding = [
    { ddi: '000C', value: () => 8_000 }, // 0.01 seeds per m2: 80 seeds per m2
    { ddi: '0043', value: () => 3_000 }, // mm
    { ddi: '008D', value: (record: number) => (record < 40 ? 1 : 0) },
  ];

  test('becomes points where the implement worked', async () => {
    const set = await only('tasks.zip', taskDataZip(seeding));
    expect(set.processed).toMatchObject({
      status: 'processed',
      operationType: 'planted',
      pointCounts: { read: 50, kept: 40, dropped: { recordingStatus: 10 } },
    });
    expect(pointsOf(set)[5]).toMatchObject({ crop: 'wheat', seedRate: 80_000, equipmentWidth: 3 });
    expect(set.processed.summary?.properties.machinery).toEqual([
      { name: 'Sower', type: 'implement', serialNumber: '4711', brand: 'unknown' },
    ]);
  });

  test.each(xmlEncodings)('is read in %s, including time logs', async (_, encode) => {
    const devices = '<DVC A="DVC1" B="Sämaschine" E="4711"><DET A="DET-1" B="1" C="1" D="Sower" E="0" F="0"/></DVC>';
    const { processed } = await only('tasks.zip', taskDataZip(seeding, { devices, encode }));
    expect(processed).toMatchObject({ status: 'processed', problems: [], pointCounts: { read: 50, kept: 40 } });
    expect(processed.summary?.properties.machinery).toMatchObject([{ name: 'Sämaschine' }]);
  });

  test('keeps the records before the damage of a log, and reports what was lost', async () => {
    const { processed } = await only('tasks.zip', taskDataZip(seeding, { cutBytes: 10 }));
    expect(processed.pointCounts).toMatchObject({ read: 49, kept: 40 });
    const file = 'tasks.zip/TASKDATA/TASKDATA.XML';
    expect(processed.problems).toMatchObject([{ code: 'damagedPart', severity: 'warning', file }]);
  });

  test('without any work is of an unsupported kind', async () => {
    const { processed } = await only('tasks.zip', taskDataZip([{ ddi: '0077', value: () => 1 }]));
    expect(processed.problems).toMatchObject([{ message: 'unsupported operation type: datacollection' }]);
  });

  test('without the binary file of a log says so, and reads the others', async () => {
    const files = unzipSync(taskDataZip(seeding, { task: '<TLG A="TLG00002"/><TLG A="TLG00003"/>' }));
    const header = files['TASKDATA/TLG00001.XML'] ?? new Uint8Array();
    const some = await only('tasks.zip', zipOf({ ...files, 'TASKDATA/TLG00002.XML': header }));
    expect(some.processed.pointCounts).toMatchObject({ kept: 40 });
    expect(some.processed.problems.map(({ message }) => message)).toEqual([
      'A part is damaged and was left out: the time log TLG00002 has no .bin file.',
      'A part is damaged and was left out: the time log TLG00003 has no .xml file.',
    ]);
    const { 'TASKDATA/TLG00001.BIN': _, ...none } = files;
    const { processed } = await only('tasks.zip', zipOf(none));
    expect(processed.status).toBe('failed');
  });

  test('keeps the records on both sides of lost bytes', async () => {
    const damage = (log: Buffer) => Buffer.concat([log.subarray(0, 20 * 31 + 7), log.subarray(20 * 31 + 12)]);
    const { processed } = await only('tasks.zip', taskDataZip(seeding, { damage }));
    expect(processed.pointCounts).toMatchObject({ read: 49, kept: 39 });
    expect(processed.problems).toMatchObject([
      { code: 'damagedPart', message: expect.stringContaining('26 of the 1545 bytes') },
    ]);
  });

  test('reports the assumed time zone, unless satellite time gives it', async () => {
    const assumed = await only('tasks.zip', taskDataZip(seeding));
    expect(assumed.processed.startTime).toBe('2024-08-01T08:00:00.000Z');
    expect(assumed.processed.steps.normalizedGeojson?.message).toMatch(/local time of Europe\/Berlin/);
    const withSatelliteTime = await only('tasks.zip', taskDataZip(seeding, { gpsHours: 3 }));
    expect(withSatelliteTime.processed.startTime).toBe('2024-08-01T07:00:00.000Z');
    expect(withSatelliteTime.processed.steps.normalizedGeojson?.message).toMatch(/UTC by the time of the satellites/);
    const task = '<TIM A="2024-08-01T10:00:00+03:00" D="4"/>';
    const byTask = await only('tasks.zip', taskDataZip(seeding, { task }));
    expect(byTask.processed.startTime).toBe('2024-08-01T07:00:00.000Z');
  });
});

describe('counters of ISO 11783', () => {
  const width = { ddi: '0043', value: () => 3_000 };
  const states = { ddi: '008D', value: (record: number) => (record < 40 ? 1 : 0) };

  test('give rates where none is logged, and lose nothing that was counted', async () => {
    // A litre for each record, shown by every fifth record only, and reset once.
    const litres = { ddi: '0050', value: (record: number) => (record < 25 ? 0 : -20) + Math.floor(record / 5) * 5 };
    const set = await only('tasks.zip', taskDataZip([litres, width, states]));
    expect(set.processed).toMatchObject({ status: 'processed', operationType: 'applied' });
    expect(set.processed.steps.normalizedGeojson?.message).toContain(
      "appliedRate follows from the growth of the machine's counters",
    );
    // The reset hides five of the 45 litres from the first to the last record.
    expect(total(set, 'totalApplied')).toBeCloseTo(40, 4);
    // A litre on two by three metres.
    expect(pointsOf(set)[5]?.appliedRate).toBeCloseTo(10_000 / 6, -1);
    expect(set.processed.summary?.properties.products).toMatchObject([{ name: 'unknown' }]);
  });

  test('of the machine give the yield of the log, not of its lifetime', async () => {
    const kilograms = { ddi: '010D', value: (record: number) => 500_000 + record * 3 };
    const moisture = { ddi: '0063', value: () => 140_000 };
    const set = await only('tasks.zip', taskDataZip([kilograms, moisture, width, states]));
    expect(set.processed.operationType).toBe('harvested');
    expect(total(set, 'totalWetMass')).toBeCloseTo((49 * 3) / 1000, 6);
  });

  test('lose nothing of a log without work: a bale that leaves the press is weighed then', async () => {
    const kilograms = { ddi: '010D', value: (record: number) => (record < 20 ? 0 : 350) };
    const never = { ddi: '008D', value: () => 0 };
    const settings = { outOfStandardOperations: true, cleanupStandardGeojson: false };
    const set = await only('tasks.zip', taskDataZip([kilograms, width, never]), settings);
    expect(total(set, 'totalWetMass')).toBeCloseTo(0.35, 6);
  });

  test('are ignored where rates are logged, and so are flows', async () => {
    const flow = { ddi: '0025', value: () => 500_000 };
    const litres = { ddi: '0050', value: (record: number) => record * 9 };
    const byFlow = await only('tasks.zip', taskDataZip([flow, litres, width]));
    expect(total(byFlow, 'totalApplied')).toBeCloseTo(49 * 0.5, 4);
    const rate = { ddi: '0002', value: () => 2_000_000 };
    const byRate = await only('tasks.zip', taskDataZip([flow, litres, rate, width]));
    expect(pointsOf(byRate)[5]?.appliedRate).toBeCloseTo(200, 6);
  });

  test('of area replace an unknown width', async () => {
    const ground = { ddi: '0074', value: (record: number) => record * 6 };
    const set = await only('tasks.zip', taskDataZip([{ ddi: '000C', value: () => 8_000 }, ground, states]));
    expect(total(set, 'totalArea')).toBeCloseTo(49 * 6, 4);
  });
});

describe('the machines of ISO 11783', () => {
  test('that worked side by side have separate steps', async () => {
    const rate = { ddi: '000C', value: () => 8_000 };
    const width = { ddi: '0043', value: () => 3_000 };
    const files = unzipSync(taskDataZip([rate, width], { task: '<TLG A="TLG00002"/>' }));
    const beside = Buffer.from(files['TASKDATA/TLG00001.BIN'] ?? []);
    // Some 40 metres to the east, in records of 26 bytes.
    for (let at = 10; at < beside.length; at += 26) beside.writeInt32LE(beside.readInt32LE(at) + 5_600, at);
    const header = files['TASKDATA/TLG00001.XML'] ?? new Uint8Array();
    const both = { ...files, 'TASKDATA/TLG00002.XML': header, 'TASKDATA/TLG00002.BIN': beside };
    const set = await only('tasks.zip', zipOf(both));
    expect(set.processed.pointCounts).toMatchObject({ kept: 100 });
    expect(pointsOf(set).every(({ heading }) => heading === 0)).toBe(true);
    const steps = pointsOf(set).map(({ distance }) => Number(distance));
    expect(Math.max(...steps)).toBeLessThan(2.01);
    expect(total(set, 'totalArea')).toBeCloseTo(2 * 49 * 6, -1);
  });

  const element = (id: number, kind: number, parent: number, objects = '') =>
    `<DET A="DET-${id}" B="${id}" C="${kind}" D="Part ${id}" E="${id}" F="${parent}">${objects}</DET>`;
  const own = '<DOR A="50"/>';
  const section = '<DPT A="50" B="0043" C="1500" D="Width"/>';

  test('are as wide as their active sections', async () => {
    const sections = [3, 4, 5, 6].map((id) => element(id, 4, 2, own)).join('');
    const devices = `<DVC A="DVC1" B="Sower">${element(1, 1, 0)}${element(2, 2, 1)}${sections}${section}</DVC>`;
    // 01 is on: all four sections, then the first and the last; 11 above them is none.
    const state = (record: number) => (record < 25 ? 0b01010101 : 0b01000001) - 0x100;
    const set = await only(
      'tasks.zip',
      taskDataZip(
        [
          { ddi: '000C', element: 'DET-2', value: () => 8_000 },
          { ddi: '00A1', element: 'DET-2', value: state },
          { ddi: '0043', element: 'DET-1', value: () => 6_000 },
        ],
        { devices },
      ),
    );
    const widths = pointsOf(set).map(({ equipmentWidth }) => equipmentWidth);
    expect([widths[5], widths[40]]).toEqual([6, 3]);
  });

  test('are read as a whole before their parts, and parts by their widths', async () => {
    const sections = [3, 4].map((id) => element(id, 4, 2, own)).join('');
    const devices = `<DVC A="DVC1" B="Sower">${element(1, 1, 0)}${element(2, 2, 1)}${sections}${section}</DVC>`;
    const rates = [3, 4].map((id) => ({ ddi: '000C', element: `DET-${id}`, value: () => id * 1_000 }));
    const states = [3, 4].map((id) => ({
      ddi: '008D',
      element: `DET-${id}`,
      value: (record: number) => (id === 3 || record < 25 ? 1 : 0),
    }));
    const parts = pointsOf(await only('tasks.zip', taskDataZip([...rates, ...states], { devices })));
    expect([parts[5]?.seedRate, parts[40]?.seedRate]).toEqual([35_000, 30_000]);
    const whole = { ddi: '000C', element: 'DET-2', value: () => 9_000 };
    const all = pointsOf(await only('tasks.zip', taskDataZip([...rates, ...states, whole], { devices })));
    expect(all[5]?.seedRate).toBe(90_000);
  });

  test('may log in their own scales, and values of their own', async () => {
    const described =
      '<DPD A="50" B="0063" C="1" D="9" E="Feuchte" F="60"/><DPD A="51" B="E010" C="1" D="9" E="Yield Mass" F="61"/>';
    const shown = '<DVP A="60" B="0" C="0.1" D="1" E="%"/><DVP A="61" B="0" C="0.001" D="1" E="t/ha"/>';
    const objects = '<DOR A="50"/><DOR A="51"/>';
    const devices = `<DVC A="DVC1" B="Combine">${element(1, 1, 0, objects)}${described}${shown}</DVC>`;
    const values = [
      { ddi: '0063', value: () => 145 },
      { ddi: 'E010', value: () => 7_500 },
      { ddi: '0043', value: () => 6_000 },
    ];
    const set = await only('tasks.zip', taskDataZip(values, { devices }));
    expect(pointsOf(set)[5]).toMatchObject({ harvestMoisture: 14.5, wetMassPerArea: 7.5 });
    expect(set.processed.steps.normalizedGeojson?.message).toMatch(
      /harvestMoisture was read in the scale of the device/,
    );
  });
});
