import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { fieldBoxKey } from '../../../adapters/aws/dynamodb/operations/operation-item.ts';
import { advance, idle, table } from '../cloud.ts';
import { fieldsService } from '../growers/grower.ts';
import { type Harvested, harvested, runQuery } from './query.ts';

let world: Harvested;
beforeAll(async () => {
  world = await harvested();
});

const { client, name: TableName } = table('operations');
type Stored = { box: [west: number, south: number, east: number, north: number] };

const keyOf = () => fieldBoxKey(world.owner.owner.id, world.fieldId);
const boxOf = async () => (await client.send(new GetCommand({ TableName, Key: keyOf() }))).Item as Stored | undefined;

const counted = async (where: string) => {
  const { body } = await runQuery<{ n: number }[]>(world.owner, `SELECT COUNT(*) AS n FROM points WHERE ${where}`);
  return body[0]?.n;
};
/** The count narrowed to the field's box, and without narrowing. */
const counts = async () => [
  await counted(`'${world.fieldId}' IN UNNEST(fieldIds)`),
  await counted(`EXISTS(SELECT 1 FROM UNNEST(fieldIds) AS f WHERE f = '${world.fieldId}')`),
];

test('a query for a field reads only around its points, which does not change the result', async () => {
  const item = await boxOf();
  const [west, south, east, north] = item?.box ?? [0, 0, 0, 0];
  expect([west, south, north > south, east > west]).toEqual([10, 50, true, true]);
  expect(await counts()).toEqual([50, 50]);
  // A wrong box changes the result only if the box is used.
  await client.send(new PutCommand({ TableName, Item: { ...item, box: [west, south, west, north] } }));
  expect(await counts()).toEqual([25, 50]);
  await client.send(new PutCommand({ TableName, Item: { ...item } }));
});

test('without a box everything is read', async () => {
  expect(await counted(`'${crypto.randomUUID()}' IN UNNEST(fieldIds) OR '${world.fieldId}' IN UNNEST(fieldIds)`)).toBe(
    50,
  );
});

test('a field that moves has the points of its new location, and never fewer than a full count', async () => {
  const boundaries = `${fieldsService}/users/${world.svcUserId}/fields/${world.fieldId}/boundary`;
  const ring = [
    [10.00021, 49.9999],
    [10.0008, 49.9999],
    [10.0008, 50.0006],
    [10.00021, 50.0006],
    [10.00021, 49.9999],
  ];
  const geometry = { type: 'MultiPolygon', coordinates: [[ring]] };
  expect((await world.owner.call('PUT', boundaries, { json: { geometry } })).status).toBeLessThan(300);
  for (let look = 0; look < 5; look += 1) {
    const [narrowed, whole] = await counts();
    expect(narrowed).toBe(whole);
  }
  await idle();
  await advance({ seconds: 25 });
  await idle();
  expect(await counts()).toEqual([50, 50]);
  expect(await counted(`'${world.fieldId}' IN UNNEST(fieldIds) AND ST_X(geometry) > 10.0002`)).toBe(50);
});

test('the box of an erased user’s field is deleted too', async () => {
  expect(await boxOf()).toBeDefined();
  await world.owner.call('DELETE', `/services/usermanagement/api/users/${world.svcUserId}`);
  await idle();
  expect(await boxOf()).toBeUndefined();
});
