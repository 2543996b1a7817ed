import { describe, expect, test } from 'vitest';
import { zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';
import { sprayRecords, sprayShapefile } from './spray-shapefile.ts';

/** A harvest of 20 rows each minute, in the units and days of an export. */
function harvest(
  dates: (row: number) => string,
  extra: [string, (row: number) => string] = ['Note', () => 'a'],
  units = 'ft lb/ac',
) {
  const [length = '', yields = ''] = units.split(' ');
  const header = `Longitude,Latitude,Date,${extra[0]},Distance(${length}),Swath Width(${length}),Moisture(%),Yield(${yields}),Crop,Elevation(${length})`;
  const amount = yields === 't/ha' ? 9 : 9000;
  const rows = Array.from({ length: 20 }, (_, row) => {
    return [-93.6, 41.9 + row * 2e-5, dates(row), extra[1](row), 6.5, 20, 15, amount, 'Corn', 900].join(',');
  });
  return [header, ...rows].join('\n');
}

const days = async (text: string) => {
  const { processed } = await only('harvest.csv', text);
  return {
    from: processed.startTime?.slice(0, 10),
    to: processed.endTime?.slice(0, 10),
    warnings: processed.problems.map(({ code, message }) => `${code}: ${message}`),
  };
};

describe('dates of text such as 11/7/2016', () => {
  test('have the month first in an American export, by another column of the row', async () => {
    const text = harvest(() => '11/7/2016 2:15:30 PM', ['Obj. Date', () => '16/11/07']);
    expect(await days(text)).toEqual({ from: '2016-11-07', to: '2016-11-07', warnings: [] });
  });

  test('have one order in a whole file, by its unambiguous days', async () => {
    const text = harvest((row) => (row < 10 ? '11/7/2016' : '11/16/2016'), undefined, 'm t/ha');
    expect(await days(text)).toEqual({ from: '2016-11-07', to: '2016-11-16', warnings: [] });
  });

  test('have the month first with American units alone', async () => {
    expect(await days(harvest(() => '11/7/2016'))).toEqual({ from: '2016-11-07', to: '2016-11-07', warnings: [] });
  });

  test('are told of where nothing decides', async () => {
    expect(await days(harvest(() => '11/7/2016', undefined, 'm t/ha'))).toEqual({
      from: '2016-07-11',
      to: '2016-07-11',
      warnings: [
        'undecidedDates: Dates such as 11/7/2016 have two readings, 2016-07-11 and 2016-11-07, and nothing in the file decides between them. 2016-07-11 was used.',
      ],
    });
  });

  test('are read in a column that is called a time, and with a clock in another column', async () => {
    const stamped = harvest(() => '11/16/2016').replace('Date', 'DateTime');
    expect(await days(stamped)).toMatchObject({ from: '2016-11-16', warnings: [] });
    const parted = harvest(() => '11/7/16', ['Time', (row) => `2:${String(10 + row)}:00 PM`]);
    expect(await days(parted)).toMatchObject({ from: '2016-11-07', warnings: [] });
  });

  /** The first day has two readings, and the second one. */
  const dayOf = (row: number) => (row < 10 ? '11/7/2016' : '11/16/2016');

  test('are read likewise in the table of a shapefile', async () => {
    const records = sprayRecords(20, (row) => ({ IsoTime: `${dayOf(row)} 2:15:30 PM` }));
    const { processed } = await only('spray.zip', zipOf(sprayShapefile('spray', records)));
    expect([processed.startTime?.slice(0, 10), processed.endTime?.slice(0, 10)]).toEqual(['2016-11-07', '2016-11-16']);
  });

  test('are read likewise in GeoJSON', async () => {
    const features = Array.from({ length: 20 }, (_, row) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-93.6, 41.9 + row * 2e-5] },
      properties: {
        ...{ Date: dayOf(row), 'Distance(m)': 2, 'Swath Width(m)': 6, 'Moisture(%)': 15, 'Yield(t/ha)': 9 },
        ...{ Crop: 'Corn', 'Elevation(m)': 300 },
      },
    }));
    const { processed } = await only('harvest.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    expect([processed.startTime?.slice(0, 10), processed.endTime?.slice(0, 10)]).toEqual(['2016-11-07', '2016-11-16']);
  });
});
