import { describe, expect, test } from 'vitest';
import type { Total } from '../../../domain/machine-files/summary.ts';
import { only, pointsOf } from './only-set.ts';
import type { ProcessedSet } from './process-upload.ts';
import { taskDataZip } from './task-data.ts';

const width = { ddi: '0043', value: () => 3_000 };
const works = { ddi: '008D', value: (record: number) => (record < 40 ? 1 : 0) };
const metric = { unitMeasurement: 'METRIC' } as const;
const element = (id: number, kind: number, parent: number, objects = '') =>
  `<DET A="DET-${id}" B="${id}" C="${kind}" D="Part ${id}" E="${id}" F="${parent}">${objects}</DET>`;
/** A device of a class, in the bits of its name that ISO 11783-5 defines. */
const device = (deviceClass: number, elements: string) =>
  `<DVC A="DVC1" B="Machine" D="A0${(deviceClass * 2).toString(16).padStart(2, '0')}84000DE0C8F5" E="1">${elements}</DVC>`;
const cultivator = device(3, element(1, 1, 0));
const total = ({ processed }: ProcessedSet, name: string) =>
  (processed.summary?.properties[name] as Total | undefined)?.value ?? Number.NaN;
const warnings = ({ processed }: ProcessedSet) => processed.problems.map(({ code, message }) => `${code}: ${message}`);

describe('work states of ISO 11783 that contradict one another', () => {
  const sectionsOff = { ddi: '00A1', value: () => 0 };

  test('a condensed state that is never on does not hide the work of the implement', async () => {
    const set = await only(
      'tasks.zip',
      taskDataZip([works, sectionsOff, width], { devices: cultivator, crop: '' }),
      metric,
    );
    expect(set.processed).toMatchObject({ status: 'processed', operationType: 'tillage', pointCounts: { kept: 40 } });
    expect(total(set, 'totalArea')).toBeCloseTo((39 * 6) / 10_000, 3);
    expect(warnings(set)).toEqual([
      'contradictingStates: In 40 records on 0.0234 ha, 008D of DET-1 says that the machine works, and 00A1 of DET-1 that it does not. 008D of DET-1 was used, because 00A1 of DET-1 is not on in any record.',
    ]);
  });

  test('a condensed state without a section that is installed says nothing', async () => {
    const none = { ddi: '00A1', value: () => -1 };
    const set = await only('tasks.zip', taskDataZip([works, none, width], { devices: cultivator, crop: '' }));
    expect(set.processed.pointCounts).toMatchObject({ kept: 40 });
    expect(warnings(set)).toEqual([]);
  });

  test('a counter of the area decides, for either side', async () => {
    const briefly = { ddi: '00A1', value: (record: number) => (record < 10 ? 1 : 0) };
    const areaOf = (records: number) => ({ ddi: '0074', value: (record: number) => Math.min(record, records - 1) * 6 });
    const kept = async (records: number) => {
      const zip = taskDataZip([works, briefly, width, areaOf(records)], { devices: cultivator, crop: '' });
      const set = await only('tasks.zip', zip, metric);
      return [set.processed.pointCounts?.kept, warnings(set).join()];
    };
    expect(await kept(40)).toEqual([40, expect.stringContaining('because the counters of the machine say 0.02 ha')]);
    expect(await kept(10)).toEqual([10, '']);
  });

  test('where nothing decides, the sections hold, and the ground is told', async () => {
    const briefly = { ddi: '00A1', value: (record: number) => (record < 10 ? 1 : 0) };
    const set = await only('tasks.zip', taskDataZip([works, briefly, width], { devices: cultivator, crop: '' }));
    expect(set.processed.pointCounts).toMatchObject({ kept: 10 });
    expect(warnings(set).join()).toMatch(/In 30 records on 0.018 ha.*nothing else in the file decides/);
  });

  test('sections that are off on a headland are no contradiction', async () => {
    const most = { ddi: '00A1', value: (record: number) => (record < 30 ? 1 : 0) };
    const set = await only('tasks.zip', taskDataZip([works, most, width], { devices: cultivator, crop: '' }));
    expect(set.processed.pointCounts).toMatchObject({ kept: 30 });
    expect(warnings(set)).toEqual([]);
  });

  test('a whole that is never on does not hide sections that seed', async () => {
    const never = { ddi: '008D', value: () => 0 };
    const sections = { ddi: '00A1', value: (record: number) => (record < 40 ? 1 : 0) };
    const seeds = { ddi: '000C', value: () => 8_000 };
    const set = await only('tasks.zip', taskDataZip([never, sections, seeds, width]));
    expect(set.processed).toMatchObject({ status: 'processed', pointCounts: { kept: 40 } });
    expect(warnings(set).join()).toMatch(/008D of DET-1 that it does not.*because amounts were logged meanwhile/);
  });

  test('the states of sections that are never on do not hide the work of the whole', async () => {
    const devices = device(3, `${element(1, 1, 0)}${element(2, 2, 1)}${element(3, 4, 2)}${element(4, 4, 2)}`);
    const sections = [3, 4].map((id) => ({ ddi: '008D', element: `DET-${id}`, value: () => 0 }));
    const set = await only(
      'tasks.zip',
      taskDataZip([{ ...works, element: 'DET-2' }, ...sections, { ...width, element: 'DET-1' }], { devices, crop: '' }),
    );
    expect(set.processed).toMatchObject({ status: 'processed', pointCounts: { kept: 40 } });
    expect(warnings(set).join()).toMatch(/008D of DET-3, 008D of DET-4 that it does not/);
  });
});

describe('the scale of ISO 11783 values', () => {
  const shown = '<DVP A="60" B="0" C="0.01" D="1" E="L/ha"/>';
  const objects = '<DOR A="50"/>';
  const sprayer = device(6, `${element(1, 1, 0, objects)}<DPD A="50" B="0002" C="1" D="9" E="Rate" F="60"/>${shown}`);
  // 368 L/ha in the dictionary's 0.0001 L/ha; 36,800 as the device displays it.
  const rate = { ddi: '0002', value: () => 3_680_000 };
  const spray = async (values: Parameters<typeof taskDataZip>[0], task = '') => {
    const set = await only('tasks.zip', taskDataZip([rate, width, ...values], { devices: sprayer, task }), metric);
    return { rate: pointsOf(set)[5]?.appliedRate, warnings: warnings(set) };
  };

  test('is that of the dictionary, in accordance with counters, task totals or targets', async () => {
    const litres = { ddi: '015F', value: (record: number) => Math.round(record * 6 * 36.8) };
    expect(await spray([litres])).toEqual({ rate: 368, warnings: [] });
    const tim = '<TIM A="2024-08-01T10:00:00" D="4"><DLV A="0050" B="11" C="DET-1"/></TIM>';
    expect(await spray([], tim)).toEqual({ rate: 368, warnings: [] });
    expect(await spray([{ ddi: '0001', value: () => 4_000_000 }])).toEqual({ rate: 368, warnings: [] });
  });

  test('is that of the dictionary where nothing decides, and the file says so', async () => {
    expect(await spray([])).toEqual({
      rate: 368,
      warnings: [
        expect.stringContaining(
          'undecidedScale: The average of appliedRate is 368 L/ha in the scale of the standard, and 36,800 L/ha',
        ),
      ],
    });
  });

  test('is that of the display where counters agree with it alone', async () => {
    const litres = { ddi: '0050', value: (record: number) => Math.round(record * 6 * 3.68) };
    expect(await spray([litres])).toEqual({ rate: 36_800, warnings: [] });
  });
});
