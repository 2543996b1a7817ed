import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partition } from '../../../adapters/aws/dynamodb/partition.ts';
import { readPng } from '../../../adapters/images/read-png.ts';
import { noUser } from '../../../domain/events/event.ts';
import { advance, cloud, control, idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { nobodys } from '../contract/world.ts';
import { freshOwner, request } from '../owner.ts';
import { freshProcess, made, processes } from './process.ts';
import { freshSatelliteField, type ImageProcess, satelliteService } from './satellite.ts';

const owner = await freshOwner();
const field = await freshSatelliteField(owner);
const path = `${satelliteService}/fields/${field.id}`;

describe('a list of processes', () => {
  let lister: string;
  beforeAll(async () => {
    const { id } = await freshSatelliteField(owner);
    lister = `${satelliteService}/fields/${id}/processes`;
    const dated = (day: string) => `2023-08-${day}T10:00:00.000Z`;
    await freshProcess(owner, id, { date: dated('10'), clouds: 10, coverage: 100 });
    await freshProcess(owner, id, { date: dated('15'), clouds: 80, coverage: 50 });
    await freshProcess(owner, id, { date: dated('20'), clouds: 0, coverage: 75.5, provider: 'planet' });
    await freshProcess(owner, id, { date: dated('21'), status: 'FAILED' });
    await freshProcess(owner, id, { date: dated('22'), status: 'STARTED' });
  });
  const days = async (query: string) =>
    (await owner.get<ImageProcess[]>(`${lister}?${query}`)).body.map(({ date }) => date.slice(8, 10));

  test.each([
    ['', ['20', '15', '10']],
    ['sort=date', ['10', '15', '20']],
    ['sort=clouds', ['20', '10', '15']],
    ['sort=coverage,desc', ['10', '20', '15']],
    ['sort=provider,desc&sort=date', ['10', '15', '20']],
    ['sort=processedTimestamp', ['10', '15', '20']],
    ['status=FAILED', ['21']],
    ['status=STARTED', ['22']],
    ['maxClouds=10', ['20', '10']],
    ['maxClouds=9.9', ['20']],
    ['minCoverage=75.5', ['20', '10']],
    ['provider=planet', ['20']],
    ['provider=planet,sentinel', ['20', '15', '10']],
    ['startDate=2023-08-15', ['20', '15']],
    ['endDate=2023-08-15', ['15', '10']],
    ['startDate=2023-08-15&endDate=2023-08-15', ['15']],
    ['startDate=2023-08-15T10:00:00.001Z', ['20']],
    ['endDate=2023-08-15T09:59:59Z', ['10']],
    ['startProcessedTimestamp=2020-01-01T00:00:00Z', ['20', '15', '10']],
    ['endProcessedTimestamp=2020-01-01T00:00:00Z', []],
    ['size=2', ['20', '15']],
    ['size=2&page=1', ['10']],
    ['sort=clouds&size=1&page=2', ['15']],
  ])('%s', async (query, expected) => {
    expect(await days(query)).toEqual(expected);
  });

  test('continues after the end of a page, and counts', async () => {
    const { headers } = await owner.get(`${lister}?size=1&maxClouds=50`);
    expect(headers.get('x-total-count')).toBe('2');
    const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const { body } = await owner.get<ImageProcess[]>(next.replace(cloud.baseUrl, ''));
    expect(body.map(({ date }) => date.slice(8, 10))).toEqual(['10']);
  });

  test.each([
    'maxClouds=101',
    'maxClouds=some',
    'minCoverage=-1',
    'status=DONE',
    'provider=landsat',
    'startDate=soon',
    'sort=images',
  ])('refuses %s', async (query) => {
    const problem = expectProblem(await owner.get(`${lister}?${query}`), 400);
    expect(problem.fieldErrors?.[0]?.field).toBe(query.split('=')[0]);
  });
});

async function fetchTile(tile: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const authorization = `Bearer ${await owner.token('id')}`;
  const answer = await fetch(`${cloud.baseUrl}${tile}`, { headers: { authorization } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('a process', () => {
  test('lists the images made of its scene, with their URLs', async () => {
    const { id, date } = await freshProcess(owner, field.id);
    const { status, body } = await owner.get<ImageProcess>(`${path}/processes/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ id, date, provider: 'sentinel', status: 'SUCCESS', coverage: 100, clouds: 0 },
      ...{ statistics: made.statistics, upstream: 'stand-in' },
    });
    expect(body.images.map(({ type, resolution }) => [type, resolution])).toEqual([
      ['NDVI', 10],
      ['NDVI_PNG', null],
    ]);
    const [image] = body.images;
    expect(image?.url).toBe(`${cloud.baseUrl}${path}/processes/${id}/images/NDVI`);
    const downloaded = await fetch(image?.downloadUrl ?? '');
    expect([downloaded.status, (await downloaded.text()).slice(0, 2)]).toEqual([200, 'II']);
  });

  test('opens its images without a token, for five minutes and as long as they exist', async () => {
    const { id: fieldId } = await freshSatelliteField(owner);
    const processPath = `${satelliteService}/fields/${fieldId}`;
    const { id } = await freshProcess(owner, fieldId);
    const opened = async () => {
      const { body } = await owner.get<ImageProcess>(`${processPath}/processes/${id}`);
      return body.images.map(({ downloadUrl }) => downloadUrl.replace(cloud.baseUrl, ''));
    };
    const [ndvi = '', picture = ''] = await opened();
    expect(ndvi.length).toBeLessThan(600);
    const answer = await request('GET', ndvi);
    expect([answer.status, answer.headers.get('x-furrow-upstream')]).toEqual([303, 'stand-in']);
    const mixed = ndvi.slice(0, -30) + picture.slice(-30);
    for (const changed of [mixed, ndvi.slice(0, -1), ndvi.replace(owner.owner.id, nobodys)]) {
      expectProblem(await request('GET', changed), 404, 'imageNotFound');
    }
    await advance({ minutes: 6 });
    expectProblem(await request('GET', ndvi), 410, 'imageLinkExpired');
    const [later = ''] = await opened();
    await owner.call('DELETE', processPath);
    expectProblem(await request('GET', later), 404, 'imageNotFound');
  });

  test('has map tiles of its pictures, transparent beside them', async () => {
    const { id } = await freshProcess(owner, field.id);
    const tile = (type: string, zxy: string) => fetchTile(`${path}/processes/${id}/images/${type}/tiles/${zxy}`);
    for (const type of ['NDVI_PNG', 'NDVI']) {
      const { status, bytes, headers } = await tile(type, '13/4455/2916.png');
      expect([status, headers.get('content-type'), bytes.toString('latin1', 1, 4)]).toEqual([200, 'image/png', 'PNG']);
      expect(readPng(bytes).colourAt(128, 128)[3]).toBeGreaterThanOrEqual(0);
      expect(headers.get('cache-control')).toBe('private, max-age=3600');
    }
    expect(readPng((await tile('NDVI', '3/0/0.png')).bytes).colourAt(0, 0)).toEqual([0, 0, 0, 0]);
    expect(readPng((await tile('NDVI', '0/0/0.png')).bytes).width).toBe(256);
    for (const [type, zxy] of [
      ['NDVI', '1/2/0.png'],
      ['NDVI', '25/0/0.png'],
      ['NDVI', '1/0/0.jpg'],
      ['B04', '1/0/0.png'],
    ] as const) {
      expect((await tile(type, zxy)).status).toBe(404);
    }
  });

  test('that has failed gives the reason', async () => {
    const { id } = await freshProcess(owner, field.id, { status: 'FAILED' });
    const { body } = await owner.get<ImageProcess>(`${path}/processes/${id}`);
    expect(body).toMatchObject({ status: 'FAILED', reason: 'The scene cannot be read.', images: [] });
    expect(body.processedTimestamp).toBeDefined();
  });

  test('belongs to its field', async () => {
    const { id } = await freshProcess(owner, field.id);
    const other = await freshSatelliteField(owner);
    for (const [of, process] of [
      [other.id, id],
      [field.id, nobodys],
    ]) {
      const paths = [`processes/${process}`, `process/${process}/reprocess`];
      expectProblem(await owner.get(`${satelliteService}/fields/${of}/${paths[0]}`), 404, 'processNotFound');
      expectProblem(await owner.post(`${satelliteService}/fields/${of}/${paths[1]}`), 404, 'processNotFound');
    }
  });
});

describe('processing again', () => {
  // A worker that reaches no catalogue retries a minute later, so that what starts here stays under way.
  const worker = cloud.endpoints.functions.find(({ name }) => name.endsWith('process-scenes'));
  const catalogue = (SCENES_URL = '') => control('POST', '/functions/process-scenes/variables', { SCENES_URL });
  beforeAll(() => catalogue('http://127.0.0.1:1/v1'));
  afterAll(() => catalogue(worker?.environment.SCENES_URL));

  test.each(['process', 'processes'])('starts anew, and is 409 until it has ended (%s)', async (word) => {
    const { id } = await freshProcess(owner, field.id);
    const { status, body } = await owner.post<ImageProcess>(`${path}/${word}/${id}/reprocess`);
    expect(status).toBe(202);
    expect(body).toMatchObject({ id, status: 'STARTED', images: [] });
    expect(body.statistics).toBeUndefined();
    expectProblem(await owner.post(`${path}/${word}/${id}/reprocess`), 409, 'processUnderWay');
  });

  test('refuses the results of an earlier run', async () => {
    const { id, ownerId } = await freshProcess(owner, field.id, { status: 'STARTED' });
    const first = await processes.started(ownerId, field.id, id);
    if (!first) throw new Error('not started');
    expect(await processes.fail(first, 'First.')).toBe(true);
    await owner.post(`${path}/process/${id}/reprocess`);
    expect(await processes.succeed(first, made, 'usage/shape.json')).toBe(false);
    const second = await processes.started(ownerId, field.id, id);
    expect(second && (await processes.succeed(second, made, 'usage/shape.json'))).toBe(true);
    expect(second && (await processes.fail(second, 'Late.'))).toBe(false);
  });
});

test('a process that has succeeded publishes one event and counts once', async () => {
  const teller = await freshOwner();
  const { id, externalId } = await freshSatelliteField(teller);
  const process = await freshProcess(teller, id);
  await idle();
  await advance({ seconds: 15 });
  const { body } = await teller.get<{ items: { event: object }[] }>('/services/alerts/api/events');
  expect(body.items.map(({ event }) => event)).toEqual([
    { type: 'newSatelliteImage', timestamp: expect.any(String), externalId, processId: process.id },
  ]);
  const facts = await partition(table('usage'), `${teller.owner.id}#${noUser}`);
  expect(facts.map(({ fact }) => fact)).toEqual([
    expect.objectContaining({ product: 'satelliteProcessSentinel', sourceId: process.id }),
  ]);
});
