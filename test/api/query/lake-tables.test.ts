import { PurgeQueueCommand } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, test } from 'vitest';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { runFurrow } from '../../../bin/commands/run-furrow.ts';
import { lakeTablePrefix } from '../../../domain/files/lake-keys.ts';
import { advance, bucket, cloud, idle, queueUrl, sqs, sweep, variable } from '../cloud.ts';
import { freshFarm } from '../farms/farm.ts';
import { fieldsService, freshGrower } from '../growers/grower.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { harvested, type Row, runQuery } from './query.ts';

/** Waits for less than the minute within which a change is promised. */
async function soon(): Promise<void> {
  await idle();
  await advance({ seconds: 25 });
  await idle();
}

let owner: TestOwner;
let svcUserId: string;
beforeAll(async () => {
  owner = await freshOwner();
  ({ id: svcUserId } = await freshUser(owner));
});

const rows = async (sql: string): Promise<Row[]> => {
  const { status, body } = await runQuery(owner, sql);
  expect([200, 204]).toContain(status);
  return status === 204 ? [] : body;
};
const fieldPath = (id: string) => `${fieldsService}/users/${svcUserId}/fields/${id}`;

describe('a field', () => {
  test('is found by queries within a minute, and so are its new name and its deletion', async () => {
    expect(await rows('SELECT * FROM fields LIMIT 10')).toEqual([]);
    const { id, createdTime } = await freshField(owner, svcUserId, { name: 'Home' });
    await soon();
    const [row] = await rows('SELECT * FROM fields LIMIT 10');
    expect(row).toMatchObject({ id, name: 'Home', svcUserId, type: 'ORIGINAL', createdTime });
    expect(row?.geometry).toMatch(/^POLYGON ?\(\(/);
    const [{ ratio } = {}] = await rows('SELECT ST_AREA(geometry) / 10000 / area AS ratio FROM fields');
    expect(ratio).toBeCloseTo(1, 1);

    expect((await owner.call('PATCH', fieldPath(id), { json: { name: 'Hill' } })).status).toBe(200);
    await soon();
    expect(await rows('SELECT id, name FROM fields')).toEqual([{ id, name: 'Hill' }]);

    expect((await owner.call('DELETE', fieldPath(id))).status).toBe(204);
    await soon();
    expect(await rows('SELECT id FROM fields')).toEqual([]);
  });
});

describe('a harvest', () => {
  test('is among files and operations, and can be joined with its field and its points', async () => {
    const world = await harvested();
    await soon();
    const { body } = await runQuery(
      world.owner,
      `SELECT f.id AS fileId, f.name, f.status, f.crops, f.pointCount, o.operationType, d.id AS fieldId,
          (SELECT COUNT(*) FROM points AS p WHERE p.fileId = f.id) AS points
         FROM files AS f
         JOIN operations AS o ON f.id IN UNNEST(o.fileIds)
         JOIN fields AS d ON d.id IN UNNEST(o.fieldIds)`,
    );
    expect(body).toEqual([
      {
        fileId: world.fileId,
        name: 'harvest.zip/wheat.csv',
        status: 'processed',
        crops: ['wheat'],
        pointCount: 100,
        operationType: 'harvested',
        fieldId: world.fieldId,
        points: 100,
      },
    ]);
  });
});

describe('rows', () => {
  const lake = objectStore(variable('LAKE_BUCKET'), bucket.client);
  const objects = async () => {
    const keys: string[] = [];
    for await (const key of lake.list(lakeTablePrefix(owner.owner.id, 'fields'))) keys.push(key);
    return keys;
  };

  test('of many concurrent changes are written once, and the rows they replace are deleted when no query reads them', async () => {
    const fields = await Promise.all([1, 2, 3, 4, 5].map((n) => freshField(owner, svcUserId, { name: `many ${n}` })));
    const before = await objects();
    await soon();
    expect((await objects()).filter((key) => !before.includes(key))).toHaveLength(1);
    expect(await rows("SELECT COUNT(*) AS n FROM fields WHERE name LIKE 'many %'")).toEqual([{ n: fields.length }]);
    await advance({ minutes: 15.1 });
    await idle();
    expect(await objects()).toHaveLength(1);
  });

  test('have the grower of their farm, which changes with it', async () => {
    const { id: ann } = await freshGrower(owner, svcUserId, 'Ann');
    const { id: ben } = await freshGrower(owner, svcUserId, 'Ben');
    const farm = await freshFarm(owner, svcUserId, { growerId: ann });
    const { id } = await freshField(owner, svcUserId, { farmId: farm.id });
    const grower = () => rows(`SELECT farmId, growerId FROM fields WHERE id = '${id}'`);
    await soon();
    expect(await grower()).toEqual([{ farmId: farm.id, growerId: ann }]);
    const path = `${fieldsService}/users/${svcUserId}/farms/${farm.id}`;
    const changed = await owner.call('PUT', path, { json: { name: 'South farm', growerId: ben } });
    expect(changed.status).toBe(200);
    await soon();
    expect(await grower()).toEqual([{ farmId: farm.id, growerId: ben }]);
  });

  test('whose writing was lost are written after the sweep', async () => {
    const { id } = await freshField(owner, svcUserId, { name: 'forgotten' });
    await idle();
    await sqs.send(new PurgeQueueCommand({ QueueUrl: queueUrl('table-writes') }));
    await soon();
    const found = () => rows(`SELECT name FROM fields WHERE id = '${id}'`);
    expect(await found()).toEqual([]);
    await advance({ minutes: 6 });
    await sweep();
    await idle();
    expect(await found()).toEqual([{ name: 'forgotten' }]);
  });

  test('that the lake has lost are written again on request', async () => {
    const count = () => rows('SELECT COUNT(*) AS n, COUNT(DISTINCT id) AS ids FROM fields');
    const [before] = await count();
    const [{ id } = {}] = await rows("SELECT id FROM fields WHERE name = 'forgotten'");
    await lake.remove(await objects());
    expect(await objects()).toEqual([]);
    // One of them changes at the same time, and still has one row.
    expect((await owner.call('PATCH', fieldPath(String(id)), { json: { name: 'found' } })).status).toBe(200);
    expect(await runFurrow(['redrive', 'tables', '--data-dir', cloud.dataDir], {})).toBe(0);
    await soon();
    // The change may have been written before the rest of the rows; that object is deleted when no query reads it.
    expect(await objects()).not.toEqual([]);
    expect(await count()).toEqual([before]);
    expect(await rows("SELECT id FROM fields WHERE name = 'found'")).toEqual([{ id }]);
  });

  test('are visible to their owner alone, and are deleted at once with their user', async () => {
    const other = await freshOwner();
    const { id: neighbour } = await freshUser(owner);
    await freshField(owner, neighbour, { name: 'stays' });
    await soon();
    const { body } = await runQuery(other, 'SELECT COUNT(*) AS n FROM fields');
    expect(body).toEqual([{ n: 0 }]);
    expect((await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`)).status).toBe(204);
    await idle();
    expect(await rows('SELECT DISTINCT svcUserId, name FROM fields')).toEqual([
      { svcUserId: neighbour, name: 'stays' },
    ]);
    await soon();
    await advance({ minutes: 15.1 });
    await idle();
    expect(await objects()).toHaveLength(1);
  });
});
