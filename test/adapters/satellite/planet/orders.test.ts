import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanetAssetType } from '../../../../domain/satellite/planet/asset-types.ts';
import { apiKey, type Question, scriptedPlanet, square } from './scripted-planet.ts';

const recorded = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', name), 'utf8'));
const orderId = 'b0cb3448-0a74-11eb-92a1-a3d779bb08e0';
const asked = {
  name: 'furrow 1',
  sceneId: '20220125_075509_67_1061',
  assetTypes: ['ortho_analytic_8b_sr'] as PlanetAssetType[],
  clip: square,
};

/** Planet's orders, which are created even when the first response is lost. */
function orders({ isLost = false, states = [] as string[] } = {}) {
  const made = states.map((state, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    name: asked.name,
    state,
  }));
  let lost = isLost;
  return {
    made,
    answer({ method, body }: Question) {
      if (method === 'GET') return { body: { orders: [...recorded('orders-page.json').orders, ...made], _links: {} } };
      made.unshift({ id: orderId, name: (body as { name: string }).name, state: 'queued' });
      const [answered = {}] = made;
      if (!lost) return { status: 202, body: answered };
      lost = false;
      return { status: 502, body: 'bad gateway' };
    },
  };
}

describe('an order', () => {
  test('is placed for the bundle that has the assets, clipped to the field, without delivery', async () => {
    const { answer } = orders();
    const { planet, questions } = await scriptedPlanet(answer);
    expect(await planet.order(apiKey, asked)).toBe(orderId);
    expect(questions[0]?.url.searchParams.get('name')).toBe('furrow 1');
    expect(questions[1]?.body).toEqual({
      name: 'furrow 1',
      source_type: 'scenes',
      order_type: 'partial',
      products: [{ item_ids: [asked.sceneId], item_type: 'PSScene', product_bundle: 'analytic_8b_sr_udm2' }],
      tools: [{ clip: { aoi: square } }],
    });
  });

  test('is not placed twice, even when the first response was lost', async () => {
    const { answer, made } = orders({ isLost: true });
    const { planet } = await scriptedPlanet(answer);
    await expect(planet.order(apiKey, asked)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(await planet.order(apiKey, asked)).toBe(orderId);
    expect(await planet.order(apiKey, asked)).toBe(orderId);
    expect(made).toHaveLength(1);
  });

  test('is placed again where the one of its name failed or was cancelled', async () => {
    const { answer, made } = orders({ states: ['failed', 'cancelled'] });
    const { planet } = await scriptedPlanet(answer);
    expect(await planet.order(apiKey, asked)).toBe(orderId);
    expect(made).toHaveLength(3);
  });

  test('is searched on all pages, and not placed where they never end', async () => {
    let made = 0;
    const { planet } = await scriptedPlanet(({ method }, origin) => {
      if (method === 'POST') made += 1;
      return {
        body: {
          ...recorded('orders-page.json'),
          _links: { next: `${origin}/compute/ops/orders/v2?page_marker=${Math.random()}` },
        },
      };
    });
    await expect(planet.order(apiKey, asked)).rejects.toMatchObject({ kind: 'malformed' });
    expect(made).toBe(0);
  });

  test.each<[PlanetAssetType[], string[]]>([
    [['ortho_analytic_8b'], ['analytic_8b_udm2']],
    [['ortho_visual'], ['visual']],
    [['ortho_udm2'], ['analytic_8b_udm2']],
    [
      ['ortho_analytic_8b_xml', 'ortho_visual'],
      ['analytic_8b_udm2', 'visual'],
    ],
    [['ortho_udm2', 'ortho_analytic_8b_sr', 'ortho_analytic_8b_xml'], ['analytic_8b_sr_udm2']],
    [
      ['ortho_analytic_8b_sr', 'ortho_analytic_8b', 'ortho_visual'],
      ['analytic_8b_sr_udm2', 'analytic_8b_udm2', 'visual'],
    ],
  ])('for %o has the bundles %o', async (assetTypes, bundles) => {
    const { planet, questions } = await scriptedPlanet(orders().answer);
    await planet.order(apiKey, { ...asked, assetTypes });
    const [, { body } = { body: undefined }] = questions;
    const { products } = body as { products: { product_bundle: string }[] };
    expect(products.map((one) => one.product_bundle)).toEqual(bundles);
  });

  test("that Planet refuses is refused with Planet's message", async () => {
    const body = {
      field: { Products: [{ message: 'no access to assets: PSScene/x/[ortho_analytic_8b]' }] },
      general: [{ message: 'Unable to accept order' }],
    };
    const { planet } = await scriptedPlanet(({ method }) =>
      method === 'GET' ? { body: { orders: [] } } : { status: 400, body },
    );
    await expect(planet.order(apiKey, asked)).rejects.toMatchObject({
      kind: 'forbidden',
      message:
        'Planet does not take the order: Unable to accept order; no access to assets: PSScene/x/[ortho_analytic_8b]',
    });
  });
});

describe('the state of an order', () => {
  const folder = `${orderId}/PSScene/20220125_075509_67_1061`;
  const result = (name: string, more: object = {}) => ({
    name,
    delivery: 'success',
    location: `https://api.planet.com/compute/ops/download/?token=${name}`,
    expires_at: '2026-12-04T22:25:30.262Z',
    ...more,
  });
  const stateOf = async (document: object) => {
    const { planet } = await scriptedPlanet(() => ({ body: { ...recorded('order.json'), ...document } }));
    return planet.state(apiKey, orderId);
  };

  test.each(['queued', 'running', 'preparing'])('%s is under way', async (state) => {
    expect(await stateOf({ state })).toEqual({ state: 'running' });
  });

  test.each(['failed', 'cancelled'])('%s has Planet’s reason', async (state) => {
    const ended = await stateOf({ state, last_message: 'Quota check failed - Over quota ', error_hints: [] });
    expect(ended).toEqual({
      state: 'failed',
      reason: `Planet’s order ended as ${state}: Quota check failed - Over quota`,
    });
  });

  test.each(['success', 'partial'])('%s has the known files, each once', async (state) => {
    const results = [
      result(`${orderId}/manifest.json`),
      result(`${folder}_metadata.json`),
      result(`${folder}_3B_AnalyticMS_SR_8b_clip.tif`),
      result(`${folder}_3B_udm2_clip.tif`),
      result(`${folder}_3B_udm2_clip.tif`, { expires_at: '2026-12-05T22:25:30.262Z' }),
      result(`${folder}_3B_AnalyticMS_8b_metadata_clip.xml`),
      result(`${folder}_3B_Visual_clip.tif`, { delivery: 'failed' }),
      { name: 'broken' },
    ];
    const delivered = await stateOf({ state, _links: { results } });
    expect(delivered).toMatchObject({ state: 'delivered' });
    const { files } = delivered as Extract<typeof delivered, { state: 'delivered' }>;
    expect(files.map(({ assetType, expiresAt }) => [assetType, expiresAt])).toEqual(
      ['ortho_analytic_8b_sr', 'ortho_udm2', 'ortho_analytic_8b_xml'].map((one) => [one, '2026-12-04T22:25:30.262Z']),
    );
  });

  test('without a file that images need has failed', async () => {
    expect(await stateOf({ state: 'success' })).toMatchObject({ state: 'failed' });
  });

  test('is missing where Planet does not know the order', async () => {
    const { planet } = await scriptedPlanet(() => ({ status: 404 }));
    await expect(planet.state(apiKey, orderId)).rejects.toMatchObject({ kind: 'missing' });
  });
});

describe('cancelling', () => {
  test.each([200, 409, 404])('an order is over with answer %i', async (status) => {
    const { planet, questions } = await scriptedPlanet(() => ({ status }));
    await expect(planet.cancel(apiKey, orderId)).resolves.toBeUndefined();
    expect(questions[0]).toMatchObject({ method: 'PUT' });
  });

  test('is tried again where Planet is down', async () => {
    const { planet } = await scriptedPlanet(() => ({ status: 503 }));
    await expect(planet.cancel(apiKey, orderId)).rejects.toMatchObject({ passes: true });
  });
});
