import { describe, expect, test } from 'vitest';
import { only } from './only-set.ts';
import { taskDataZip } from './task-data.ts';

const width = { ddi: '0043', value: () => 3_000 };
const metric = { unitMeasurement: 'METRIC' } as const;
/** 200 records of two metres by three: 0.12 ha. */
const records = 200;
const litres = (perHectare: number) => ({ ddi: '0002', value: () => perHectare * 10_000 });
type Values = Parameters<typeof taskDataZip>[0];
type Options = Parameters<typeof taskDataZip>[1];

async function process(values: Values, options: Options = {}, settings = {}, name = 'tasks.zip') {
  const { processed } = await only(name, taskDataZip([...values, width], { records, ...options }), {
    ...metric,
    ...settings,
  });
  const { status, problems, steps } = processed;
  return { status, steps, found: problems.map(({ severity, code, message }) => `${severity} ${code}: ${message}`) };
}

describe('the points of a file', () => {
  test('are compared with the totals of its task and its counters', async () => {
    const area = { ddi: '0074', value: (record: number) => record * 24 };
    const counted = { ddi: '0050', value: (record: number) => Math.floor(record * 0.7) };
    const task = '<TIM A="2024-08-01T10:00:00" B="2024-08-01T11:00:00" D="4"><DLV A="0050" B="143" C="DET-1"/></TIM>';
    const { status, found } = await process([litres(20_000), area, counted], { task });
    expect(status).toBe('processed');
    expect(found).toEqual([
      'warning contradictingTotals: The points add up to other totals than the file states: the amount of appliedRate of the points 2,388 L, the totals of the task say 143 L; the amount of appliedRate of the points 2,388 L, the counters of the machine say 139 L; the area of the points 0.1194 ha, the counters of the machine say 0.4776 ha. The points were used as they are.',
    ]);
  });

  test('are compared with the time of work', async () => {
    const task = (seconds: number) =>
      `<TIM A="2024-08-01T10:00:00" D="4"><DLV A="0077" B="${seconds}" C="DET-1"/></TIM>`;
    expect((await process([litres(200)], { task: task(3_600) })).found).toEqual([
      expect.stringContaining('the time of work of the points 0.05528 h, the totals of the task say 1 h'),
    ]);
    expect((await process([litres(200)], { task: task(190) })).found).toEqual([]);
  });

  test.each([
    ['so far', [4, 9, 24]],
    ['of each part', [4, 9, 11]],
  ])('agree with totals of a task %s', async (_, totals) => {
    const task = totals
      .map((total) => `<TIM A="2024-08-01T10:00:00" D="4"><DLV A="0050" B="${total}" C="DET-1"/></TIM>`)
      .join('');
    expect((await process([litres(200)], { task })).found).toEqual([]);
  });

  test('are compared with their targets', async () => {
    const target = { ddi: '0001', value: () => 1_000_000 };
    expect((await process([litres(260), target])).found).toEqual([
      'warning farFromTarget: The average of appliedRate is 260 L/ha, its target 100 L/ha. Both are stored as they were logged.',
    ]);
    expect((await process([litres(130), target])).found).toEqual([]);
  });

  test('whose values cannot be right fail, and are accepted as they are on request', async () => {
    const devices = `<DVC A="DVC1" B="Drill" D="A00884000DE0C8F5" E="1"><DET A="DET-1" B="1" C="1" D="Drill" E="0" F="0"/></DVC>`;
    const values = [
      { ddi: '0007', value: () => 10_800_000 },
      { ddi: '0006', value: () => 10_000 },
    ];
    const { status, steps, found } = await process(values, { devices });
    expect([status, steps.areaAndYield?.status]).toEqual(['failed', 'failed']);
    expect(found).toEqual([
      'warning farFromTarget: The average of seedRate is 108 t/ha, its target 0.1 t/ha. Both are stored as they were logged.',
      'error implausibleValues: The values cannot be right: the usual seedRate is 108 t/ha, and at most 1 t/ha is possible of wheat as seed.',
    ]);
    const accepted = await process(values, { devices }, { outOfStandardOperations: true });
    expect(accepted.status).toBe('processed');
    expect(accepted.found).toContainEqual(expect.stringMatching(/^warning implausibleValues/));
  });

  test('are not faster than machines', async () => {
    const jump = (every: number) => (log: Buffer) => {
      const bytes = log.length / records;
      for (let record = 1; record < records; record += every) {
        // 55 metres to the north in one second.
        const at = record * bytes + 6;
        log.writeInt32LE(log.readInt32LE(at) + 5_000, at);
      }
      return log;
    };
    expect((await process([litres(200)], { damage: jump(50) })).found).toEqual([
      'warning impossibleSpeeds: 8 of 199 points are faster than the 20 m/s that machines reach at work of the kind applied, up to 57.62 m/s. They are stored as they were logged.',
    ]);
    const { status, found } = await process([litres(200)], { damage: jump(2) });
    expect(status).toBe('failed');
    expect(found.at(-1)).toMatch(
      /^error implausibleValues: The values cannot be right: the usual speed is \d+(\.\d+)? m\/s/,
    );
  });

  test('are dated as their task and their file are', async () => {
    const task = '<TIM A="2016-07-11T10:00:00" B="2016-07-11T11:00:00" D="4"/><TIM A="2024-08-01T10:00:00" D="1"/>';
    expect((await process([litres(200)], { task })).found).toEqual([
      'warning contradictingDates: The records are dated 2024-08-01, and the times of the task are 2016-07-11. The dates of the records were used.',
    ]);
    expect((await process([litres(200)], {}, {}, 'spraying_2023-05-01.zip')).found).toEqual([
      expect.stringContaining("dated 2024-08-01, and the file's name says 2023-05-01"),
    ]);
    expect((await process([litres(200)], {}, {}, 'export_20250501.zip')).found).toEqual([]);
  });
});
