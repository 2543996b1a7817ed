import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PlanetStandIn, startPlanetStandIn } from '../../../../local/stand-ins/planet/start-stand-in.ts';

let now = Date.UTC(2026, 5, 15, 18);
let standIn: PlanetStandIn;
beforeAll(async () => {
  standIn = await startPlanetStandIn({ now: () => now });
});
afterAll(() => standIn.close());

const recorded = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../adapters/satellite/planet/recorded', name), 'utf8'));

async function ask(
  path: string,
  { method = 'GET', body, key = 'stand-in-a' }: { method?: string; body?: object; key?: string } = {},
) {
  const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
  const response = await fetch(new URL(path, standIn.endpoint), {
    method,
    headers: { authorization },
    redirect: 'manual',
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, document: await response.json() };
}

const geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [15.6, 45.6],
      [15.605, 45.6],
      [15.605, 45.605],
      [15.6, 45.605],
      [15.6, 45.6],
    ],
  ],
};
const search = (more: object[] = []) => ({
  item_types: ['PSScene'],
  filter: {
    type: 'AndFilter',
    config: [
      { type: 'GeometryFilter', field_name: 'geometry', config: geometry },
      { type: 'DateRangeFilter', field_name: 'acquired', config: { gte: '2026-06-01T00:00:00Z' } },
      ...more,
    ],
  },
});
const quick = (query = '', more: object[] = []) =>
  ask(`/data/v1/quick-search${query}`, { method: 'POST', body: search(more) });
const idsOf = ({ document }: { document: { features: { id: string }[] } }) => document.features.map(({ id }) => id);

describe('the stand-in for Planet', () => {
  test('returns items with the members of recorded ones', async () => {
    const { document } = await quick();
    const [item] = document.features;
    const theirs = recorded('data-item.json');
    expect(Object.keys(theirs)).toEqual(expect.arrayContaining(Object.keys(item)));
    const known = Object.keys(theirs.properties);
    expect(Object.keys(item.properties).filter((name) => !known.includes(name))).toEqual(['furrow:pixels_of']);
    expect(Object.keys(item._links)).toEqual(Object.keys(theirs._links));
  });

  test('has a scene every third day, in pages, in either order', async () => {
    const all = idsOf(await quick('?_sort=published%20asc'));
    expect(all).toHaveLength(5);
    expect(idsOf(await quick())).toEqual(all.toReversed());
    const first = await quick('?_sort=published%20asc&_page_size=3');
    const next = await ask(first.document._links._next);
    expect([...idsOf(first), ...idsOf(next)]).toEqual(all);
    expect(next.document._links).not.toHaveProperty('_next');
  });

  test('narrows a search by the filters that Furrow uses, and refuses others', async () => {
    const published = { type: 'DateRangeFilter', field_name: 'published', config: { gt: '2026-06-12T00:00:00Z' } };
    expect(idsOf(await quick('', [published]))).toHaveLength(2);
    expect(idsOf(await quick('', [{ type: 'AssetFilter', config: ['ortho_pansharpened'] }]))).toEqual([]);
    expect(await quick('', [{ type: 'NumberInFilter', field_name: 'gsd', config: [3] }])).toMatchObject({
      status: 400,
    });
  });

  test('finds nothing while it is closed', async () => {
    standIn.setOpen(false);
    expect(idsOf(await quick())).toEqual([]);
    standIn.setOpen(true);
    expect(idsOf(await quick())).not.toEqual([]);
  });

  test.each(['PLAK1234', ''])('refuses the key %j', async (key) => {
    expect(await ask('/data/v1/quick-search', { method: 'POST', body: search(), key })).toMatchObject({ status: 401 });
  });
});

describe('an order of the stand-in', () => {
  const orders = '/compute/ops/orders/v2';
  const order = async (name: string) => {
    const [id] = idsOf(await quick());
    const products = [{ item_ids: [id], item_type: 'PSScene', product_bundle: 'visual' }];
    return ask(orders, { method: 'POST', body: { name, products, tools: [{ clip: { aoi: geometry } }] } });
  };

  test('is queued, running and delivered by the clock, for its own key only', async () => {
    const made = await order('one');
    const path = `${orders}/${made.document.id}`;
    expect(made).toMatchObject({ status: 202, document: { state: 'queued', name: 'one' } });
    now += 10_000;
    expect((await ask(path)).document).toMatchObject({ state: 'running' });
    expect(await ask(path, { method: 'PUT' })).toMatchObject({ status: 409 });
    now += 60_000;
    const { document } = await ask(path);
    expect(document).toMatchObject({ state: 'success' });
    const recordedResult = recorded('order.json')._links.results[0];
    expect(Object.keys(document._links.results[0])).toEqual(expect.arrayContaining(Object.keys(recordedResult)));
    const { status, headers } = await ask(document._links.results[0].location, { key: '' });
    expect([status, headers.get('location')]).toEqual([302, expect.stringContaining('/files/')]);
    expect(await ask(path, { key: 'stand-in-b' })).toMatchObject({ status: 404 });
  });

  test('is found by its name, newest first', async () => {
    const [first, second] = [await order('two'), await order('two')];
    const { document } = await ask(`${orders}?name=two`);
    expect(document.orders.map(({ id }: { id: string }) => id)).toEqual([second.document.id, first.document.id]);
    const members = Object.keys(recorded('orders-page.json').orders[0]);
    expect(Object.keys(document.orders[0])).toEqual(expect.arrayContaining(members));
  });

  test('can be cancelled while it waits', async () => {
    const { document } = await order('three');
    expect((await ask(`${orders}/${document.id}`, { method: 'PUT' })).document).toMatchObject({ state: 'cancelled' });
  });

  test('of an unknown scene is refused', async () => {
    const products = [{ item_ids: ['20260101_000000_45_00000'], item_type: 'PSScene', product_bundle: 'visual' }];
    const refused = await ask(orders, {
      method: 'POST',
      body: { name: 'x', products, tools: [{ clip: { aoi: geometry } }] },
    });
    expect(refused).toMatchObject({ status: 400, document: { field: {}, general: [{}] } });
  });
});
