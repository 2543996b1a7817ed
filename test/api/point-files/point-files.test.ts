import { beforeAll, describe, expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { expectProblem } from '../contract/problem.ts';
import { operationsService, processed, type ShownFile } from '../machine-files/batch.ts';
import { type Harvested, harvested, queryService } from '../query/query.ts';
import { freshUser } from '../users/user.ts';

interface Shown {
  id: string;
}

let world: Harvested;
let foreign: Harvested;
beforeAll(async () => {
  [world, foreign] = [await harvested(), await harvested()];
});

const files = (query: string) => world.owner.get<Shown[]>(`${queryService}/files?${query}`);
const ofFile = <T>(path: string, id = world.fileId) => world.owner.get<T>(`${queryService}/${path.replace('ID', id)}`);

describe('the files of points', () => {
  test('are listed by user in the form that programs read', async () => {
    const { status, headers, body } = await files(`svcUserId=${world.svcUserId}&page=0&size=100`);
    expect([status, headers.get('x-total-count')]).toEqual([200, '1']);
    const { body: record } = await world.owner.get<ShownFile>(`${operationsService}/files/${world.fileId}`);
    expect(body).toEqual([
      {
        id: world.fileId,
        svcUserId: world.svcUserId,
        name: 'harvest.zip/wheat.csv',
        fileName: 'harvest.zip/wheat.csv',
        status: 'PROCESSED',
        operationType: 'harvested',
        createdTime: record.createdTime,
        updatedTime: record.updatedTime,
      },
    ]);
    expect((await ofFile('files/ID')).body).toEqual(body[0]);
  });

  test('begin with the newest, page by page', async () => {
    const { id: svcUserId } = await freshUser(world.owner);
    const two = zipOf({ 'a.csv': harvestCsv({ passes: 1 }), 'b.csv': harvestCsv({ passes: 2 }) });
    const { files: made } = await processed(world.owner, svcUserId, 'two.zip', two);
    const { headers, body: first } = await files('size=2');
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    const { body: second } = await world.owner.get<Shown[]>(next ?? '');
    const newest = made.map(({ id }) => id).sort();
    expect([...first, ...second].map(({ id }) => id)).toEqual([...newest.reverse(), world.fileId]);
  });

  test('of an unknown user are none', async () => {
    for (const id of [foreign.svcUserId, crypto.randomUUID()]) {
      expect((await files(`svcUserId=${id}`)).body).toEqual([]);
    }
  });

  test.each(['page=-1', 'size=101', 'size=0', 'svcUserId=1', 'status=PROCESSED'])(
    'are refused for %s',
    async (query) => {
      expectProblem(await files(query), 400);
    },
  );
});

describe('the summary of a file', () => {
  test('is flat, with its extent as one ring', async () => {
    const { status, body } = await ofFile<Record<string, unknown>>('files/ID/summary');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      operationType: 'harvested',
      crop: 'wheat',
      start: '2024-08-01T12:00:00.000Z',
      count: 100,
      avg_area: expect.any(Number),
      avg_equipmentWidth: expect.any(Number),
      avg_wetMass: expect.any(Number),
      max_harvestMoisture: expect.any(Number),
    });
    expect(body.geometry).toMatch(/^POLYGON\(\([\d. ,]+\)\)$/);
    for (const value of Object.values(body)) expect(typeof value).not.toBe('object');
  });

  test('has units', async () => {
    const { body } = await ofFile<Record<string, string>>('units/ID');
    expect(body).toMatchObject({ wetMass: 't', wetMassPerArea: 't/ha', area: 'm2' });
  });
});

describe('unknown files', () => {
  test.each(['files/ID', 'files/ID/summary', 'units/ID'])('%s is 404, and so is another owner’s', async (path) => {
    const unknown = expectProblem(await ofFile(path, crypto.randomUUID()), 404, 'fileNotFound');
    const others = expectProblem(await ofFile(path, foreign.fileId), 404, 'fileNotFound');
    expect(others.title).toBe(unknown.title);
  });

  test('and those of a deleted user are 404', async () => {
    await foreign.owner.call('DELETE', `/services/usermanagement/api/users/${foreign.svcUserId}`);
    const get = (path: string) => foreign.owner.get(`${queryService}/${path}`);
    expect((await get('files')).body).toEqual([]);
    expectProblem(await get(`files/${foreign.fileId}/summary`), 404);
  });
});
