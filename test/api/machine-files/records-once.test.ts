import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../../domain/operations/operation.ts';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { sprayRecords, sprayShapefile } from '../../adapters/machine-files/spray-shapefile.ts';
import { idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { operationsService, processed, type ShownFile } from './batch.ts';
import { pointsAt } from './with-settings.ts';

const heads = 'Longitude,Latitude,IsoTime,Distance(m),Swath Width(m),Moisture(%),Yield Mass(tonne/ha),Crop';

/** Records of a combine that goes north on 20 m2 a second, with 0.018 t each at 9 t/ha. */
function harvest(
  from: number,
  to: number,
  { yields = 9, zone = 0, machine = '' }: { yields?: number; zone?: number; machine?: string } = {},
): string {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const record = from + index;
    const at = new Date(Date.UTC(2024, 9, 1, 15) + (record + zone * 3600) * 1000).toISOString().slice(0, 19);
    const time = zone === 0 ? `${at}Z` : `${at}-0${-zone}:00`;
    const place = `-93.618000,${(42.021 + record * 0.000018).toFixed(6)}`;
    return [place, time, 2, 10, 17, yields, 'Corn', ...(machine && [machine])].join(',');
  });
  return [machine ? `${heads},Machine` : heads, ...rows].join('\n');
}

const around = {
  type: 'Polygon',
  coordinates: [
    [
      [-93.62, 42.02],
      [-93.616, 42.02],
      [-93.616, 42.03],
      [-93.62, 42.03],
      [-93.62, 42.02],
    ],
  ],
};

let owner: TestOwner;
beforeAll(async () => {
  owner = await freshOwner();
});

interface Sent {
  svcUserId: string;
  /** Sends one more upload, and returns its files. */
  send(name: string, content: string | Uint8Array): Promise<ShownFile[]>;
}

async function grower({ field = true } = {}): Promise<Sent> {
  const { id: svcUserId } = await freshUser(owner);
  if (field) await freshField(owner, svcUserId, { geometry: around });
  const send = async (name: string, content: string | Uint8Array) =>
    (await processed(owner, svcUserId, name, content)).files;
  return { svcUserId, send };
}

async function inSql({ svcUserId }: Pick<Sent, 'svcUserId'>): Promise<unknown> {
  const sums = 'COUNT(*) AS n, ROUND(SUM(area), 3) AS m2, ROUND(SUM(wetMass), 3) AS kg';
  const { body } = await runQuery(owner, `SELECT ${sums} FROM points WHERE svcUserId = '${svcUserId}'`);
  return body[0];
}

async function operationsOf({ svcUserId }: Pick<Sent, 'svcUserId'>): Promise<Operation[]> {
  await idle();
  return (await owner.get<Operation[]>(`${operationsService}/operations?svcUserId=${svcUserId}`)).body;
}

async function summaryOf({ id }: Operation) {
  const { body } = await owner.get<Operation['summary']>(`${operationsService}/operations/${id}/summary`);
  return body.properties;
}

const fileOf = async (id = '') => (await owner.get<ShownFile>(`${operationsService}/files/${id}`)).body;
const again = async (id = '') => {
  await owner.post(`${operationsService}/files/${id}/reprocess`, {});
  await idle();
};

const season = { n: 90, m2: 1800, kg: 1620 };

describe('two exports of one field, of which the second one begins with the first', () => {
  let sent: Sent;
  let week: ShownFile | undefined;
  let whole: ShownFile | undefined;
  beforeAll(async () => {
    sent = await grower();
    [week] = await sent.send('week.csv', harvest(0, 60));
    [whole] = await sent.send('season.csv', harvest(0, 90));
  });

  test('are 1,800 m2 and 1.62 t in queries as soon as the batch has ended', async () => {
    expect(await inSql(sent)).toEqual(season);
  });

  test('are one operation with that ground and mass, which says what counts once', async () => {
    const [operation, ...others] = await operationsOf(sent);
    expect(others).toEqual([]);
    if (!operation) throw new Error('there is no operation');
    expect(await summaryOf(operation)).toMatchObject({
      totalArea: { value: expect.closeTo(1800, 3), unit: 'm2' },
      totalWetMass: { value: expect.closeTo(1.62, 6), unit: 't' },
      countedElsewhere: { points: 60, totalArea: { value: expect.closeTo(1200, 3) } },
    });
    const { body } = await owner.get<{ downloadStandardGeojson: string }>(
      `${operationsService}/operations/${operation.id}/standardGeojson`,
    );
    expect(await pointsAt(owner, body.downloadStandardGeojson)).toHaveLength(90);
  });

  test('of which the first one says in points, m2 and t what counts in the other, and has all of its own outputs', async () => {
    const { countedElsewhere, summary, downloadStandardGeojson } = await fileOf(week?.id);
    expect(countedElsewhere).toMatchObject([
      {
        fileId: whole?.id,
        points: 60,
        totalArea: { value: expect.closeTo(1200, 3), unit: 'm2' },
        totalWetMass: { value: expect.closeTo(1.08, 6), unit: 't' },
      },
    ]);
    expect(summary?.properties.totalArea?.value).toBeCloseTo(1200, 3);
    const points = await pointsAt(owner, downloadStandardGeojson);
    expect([points.length, points.some((point) => 'leftOut' in point)]).toEqual([60, false]);
    const { body } = await owner.get<{ isThere: boolean; reasons: { code: string; message: string }[] }>(
      `/services/integrations/api/users/${sent.svcUserId}/sync/explain?fileId=${week?.id}`,
    );
    expect(body).toMatchObject({ isThere: true, reasons: [{ code: 'countedElsewhere' }] });
  });

  test('stay so when either is processed again, whatever the order', async () => {
    for (const file of [week, whole, week]) {
      await again(file?.id);
      expect(await inSql(sent)).toEqual(season);
    }
  });
});

test.each([
  ['in the other order', [harvest(0, 90), harvest(0, 60)]],
  ['three of them', [harvest(0, 60), harvest(30, 90), harvest(0, 40)]],
  ['with times in another zone', [harvest(0, 60), harvest(0, 90, { zone: -5 })]],
])('overlapping exports count once: %s', async (_, exports) => {
  const sent = await grower({ field: false });
  for (const [index, content] of exports.entries()) await sent.send(`${index}.csv`, content);
  await idle();
  expect(await inSql(sent)).toEqual(season);
});

test('overlapping exports count once in one zip, where the one that goes on for longer is the later one', async () => {
  const sent = await grower();
  const files = await sent.send('both.zip', zipOf({ 'season.csv': harvest(0, 90), 'week.csv': harvest(0, 60) }));
  await idle();
  expect(await inSql(sent)).toEqual(season);
  const week = files.find(({ fileName }) => fileName.endsWith('week.csv'));
  expect((await fileOf(week?.id)).countedElsewhere?.[0]?.points).toBe(60);
});

test('where values differ the later export counts, and points come back when it has them no more', async () => {
  const sent = await grower();
  await sent.send('first.csv', harvest(0, 60));
  const [less, more] = [harvest(30, 45, { yields: 8 }), harvest(45, 60, { yields: 9.5 })];
  const [later] = await sent.send('later.csv', [less, ...more.split('\n').slice(1)].join('\n'));
  await idle();
  expect(await inSql(sent)).toEqual({ n: 60, m2: 1200, kg: 30 * 18 + 15 * 16 + 15 * 19 });
  // By these rules the later export has no points left between the records 30 and 45.
  await owner.call('PATCH', `/services/config/api/configs/${sent.svcUserId}`, {
    json: { cleanupRules: { wetMassPerArea: [{ operator: 'GT', value: 8.5 }] } },
  });
  await again(later?.id);
  expect(await inSql(sent)).toEqual({ n: 60, m2: 1200, kg: 45 * 18 + 15 * 19 });
});

test('shapefiles of one spraying count once, and those of two products both', async () => {
  const sent = await grower({ field: false });
  const spray = (name: string, from: number, to: number, product = 'Agent') =>
    zipOf(sprayShapefile(name, sprayRecords(to, () => ({ Product: product })).slice(from)));
  await sent.send('first.zip', spray('first', 0, 20));
  await sent.send('second.zip', spray('second', 0, 30));
  await idle();
  expect(await inSql(sent)).toMatchObject({ n: 30 });
  await sent.send('third.zip', spray('third', 0, 30, 'Other'));
  await idle();
  expect(await inSql(sent)).toMatchObject({ n: 60 });
});

test('the records of two combines all count', async () => {
  const sent = await grower({ field: false });
  await sent.send('a.csv', harvest(0, 60, { machine: 'A' }));
  await sent.send('b.csv', harvest(0, 60, { machine: 'B' }));
  await idle();
  expect(await inSql(sent)).toMatchObject({ n: 120 });
});

test('a file that is merged of two exports has their records once', async () => {
  const sent = await grower();
  const [week] = await sent.send('week.csv', harvest(0, 60));
  const [whole] = await sent.send('season.csv', harvest(0, 90));
  const { body } = await owner.post<{ id: string }>(`${operationsService}/files/merge`, {
    ids: [week?.id, whole?.id],
  });
  await idle();
  const merged = await fileOf(body.id);
  expect([merged.pointCounts?.kept, await pointsAt(owner, merged.downloadStandardGeojson)]).toEqual([
    90,
    expect.objectContaining({ length: 90 }),
  ]);
});
