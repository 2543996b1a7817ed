import { describe, expect, test } from 'vitest';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import { zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';

const heads = 'Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Moisture(%),Yield Mass(tonne/ha),Crop';
const second = (seconds: number) => new Date(Date.UTC(2024, 9, 1, 15) + seconds * 1000).toISOString();

interface Row {
  lon?: string;
  lat?: string;
  time?: string;
  distance?: number;
  yields?: number | string;
  more?: string;
}

/** Records of a combine that goes north at 2 m/s, one each second. */
function records(count: number, row: (record: number) => Row = () => ({})): string[] {
  return Array.from({ length: count }, (_, record) => {
    const { lon = '-93.618000', lat = (42.021 + record * 0.000018).toFixed(6), ...values } = row(record);
    const { time = second(record).replace('.000', ''), distance = 2, yields = 9, more = '' } = values;
    return `${lon},${lat},${time},${distance},10,17,${yields},Corn${more}`;
  });
}

const csv = (rows: readonly string[], more = '') => [heads + more, ...rows].join('\n');

async function counted(name: string, content: string | Uint8Array, settings: Partial<Settings> = {}) {
  const { processed, made } = await only(name, content, settings);
  const { pointCounts, summary, problems } = processed;
  const { features } = JSON.parse(String(made.standardGeojson)) as { features: unknown[] };
  return {
    points: pointCounts?.kept,
    repeated: pointCounts?.leftOut?.['record repeated'] ?? 0,
    area: summary?.properties.totalArea?.value,
    said: problems.filter(({ code }) => code === 'pointsLeftOut').map(({ message }) => message),
    inFile: features.length,
  };
}

describe('records that a file has twice count once', () => {
  test('one after the other: 60 of 120 are left out of the totals with their ground and mass, and stay in the outputs', async () => {
    const { said, ...found } = await counted('twice.csv', csv(records(60).flatMap((row) => [row, row])));
    expect(found).toEqual({ points: 60, repeated: 60, area: expect.closeTo(1200, 6), inFile: 120 });
    expect(said.join()).toMatch(/^60 of 120 points .* 1,200 m2, 1.08 t/);
  });

  test('where an export was appended to an earlier one', async () => {
    const rows = csv([...records(60), ...records(90)]);
    expect(await counted('appended.csv', rows)).toMatchObject({ points: 90, repeated: 60, inFile: 150 });
  });

  test('where one instant is written in two zones', async () => {
    const local = records(60, (record) => ({
      time: second(record - 5 * 3600).replace('.000Z', '-05:00'),
    }));
    expect(await counted('zones.csv', csv([...records(60), ...local]))).toMatchObject({ points: 60, repeated: 60 });
  });

  test('in a shapefile', async () => {
    const twice = sprayRecords(30).flatMap((record) => [record, record]);
    const found = await counted('spray.zip', zipOf(sprayShapefile('spray', twice)));
    expect(found).toMatchObject({ points: 30, repeated: 30, inFile: 60 });
  });
});

describe('every record counts', () => {
  const all = { points: 120, repeated: 0, said: [], inFile: 120 };

  test('of which one value differs, such as the yield or the number of a row', async () => {
    const differ = records(60).flatMap((row) => [row, row.replace(',9,Corn', ',9.1,Corn')]);
    expect(await counted('differ.csv', csv(differ))).toMatchObject(all);
    const numbered = records(60).flatMap((row, record) => [`${row},${2 * record}`, `${row},${2 * record + 1}`]);
    expect(await counted('numbered.csv', csv(numbered, ',Obj. Id'))).toMatchObject(all);
  });

  test('of two combines side by side', async () => {
    const rows = records(60).flatMap((row) => [`${row},A`, `${row},B`]);
    expect(await counted('two.csv', csv(rows, ',Machine'))).toMatchObject({ repeated: 0, inFile: 120 });
  });

  test('at 5 Hz with rounded positions, whether the clock has fractions of a second or not', async () => {
    const row = (decimals: number, time: (record: number) => string) => (record: number) => ({
      lat: (42.021 + record * 0.0000036).toFixed(decimals),
      time: time(record),
      distance: 0.4,
    });
    const fine = records(
      120,
      row(5, (record) => second(record / 5)),
    );
    expect(await counted('fine.csv', csv(fine))).toMatchObject(all);
    for (const decimals of [5, 4]) {
      const coarse = records(
        120,
        row(decimals, (record) => second(Math.floor(record / 5)).replace('.000', '')),
      );
      expect(await counted(`coarse-${decimals}.csv`, csv(coarse))).toMatchObject(all);
    }
  });

  test('of a position that is written once in a second, while five are logged', async () => {
    const rows = records(120, (record) => ({
      lat: (42.021 + Math.floor(record / 5) * 0.000018).toFixed(6),
      time: second(Math.floor(record / 5)).replace('.000', ''),
      distance: 0.4,
    }));
    expect(await counted('gps.csv', csv(rows))).toMatchObject(all);
  });

  test('without a time of day, or with minutes alone', async () => {
    const at = (time: string) => csv(records(60, () => ({ time })).flatMap((row) => [row, row]));
    const settings = { outOfStandardOperations: true };
    expect(await counted('day.csv', at('2024-10-01'), settings)).toMatchObject({ repeated: 0, inFile: 120 });
    expect(await counted('minute.csv', at('2024-10-01T15:00Z'), settings)).toMatchObject({ repeated: 0, inFile: 120 });
  });
});
