import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanetScene } from '../../../../domain/satellite/planet/planet.ts';
import { apiKey, scriptedPlanet, square } from './scripted-planet.ts';

const item = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded/data-item.json'), 'utf8'));
const asked = {
  geometry: square,
  from: '2022-01-01T00:00:00.000Z',
  assetTypes: ['ortho_analytic_8b_sr', 'ortho_visual', 'ortho_udm2'] as const,
};

async function all(scenes: AsyncIterable<PlanetScene>): Promise<PlanetScene[]> {
  const found: PlanetScene[] = [];
  for await (const scene of scenes) found.push(scene);
  return found;
}

describe('a search for scenes of Planet', () => {
  test('reads a recorded item, with the assets that the key may download', async () => {
    const { planet } = await scriptedPlanet(() => ({ body: { features: [item] } }));
    const [scene, ...more] = await all(planet.search(apiKey, asked));
    expect(more).toEqual([]);
    expect(scene).toMatchObject({
      id: '20220125_075509_67_1061',
      date: '2022-01-25T07:55:09.676Z',
      published: '2022-04-04T18:57:56.000Z',
      cloudPercent: 0,
      assets: ['ortho_visual', 'ortho_udm2'],
    });
    expect(scene?.footprint.coordinates[0]?.[0]).toHaveLength(5);
  });

  test('sends the key as user, and requests what may be downloaded, oldest publication first', async () => {
    const { planet, questions } = await scriptedPlanet(() => ({ body: { features: [] } }));
    await all(planet.search(apiKey, { ...asked, publishedAfter: '2022-02-01T00:00:00.000Z' }));
    const [{ method, url, authorization, body } = {}] = questions as Partial<(typeof questions)[number]>[];
    expect([method, url?.pathname, url?.searchParams.get('_sort')]).toEqual([
      'POST',
      '/data/v1/quick-search',
      'published asc',
    ]);
    expect(authorization).toBe(`Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`);
    expect(body).toEqual({
      item_types: ['PSScene'],
      filter: {
        type: 'AndFilter',
        config: [
          { type: 'GeometryFilter', field_name: 'geometry', config: square },
          { type: 'DateRangeFilter', field_name: 'acquired', config: { gte: '2022-01-01T00:00:00.000Z' } },
          { type: 'DateRangeFilter', field_name: 'published', config: { gte: '2022-02-01T00:00:00.000Z' } },
          { type: 'StringInFilter', field_name: 'quality_category', config: ['standard'] },
          {
            type: 'NotFilter',
            config: { type: 'StringInFilter', field_name: 'publishing_stage', config: ['preview'] },
          },
          { type: 'PermissionFilter', config: ['assets:download'] },
          {
            type: 'OrFilter',
            config: asked.assetTypes.map((one) => ({ type: 'AssetFilter', config: [one] })),
          },
        ],
      },
    });
  });

  test('leaves out previews, which would be paid for', async () => {
    const of = (publishing_stage: string | undefined, id: string) => ({
      ...{ ...item, id },
      properties: { ...item.properties, publishing_stage },
    });
    const features = [of('preview', 'a'), of('standard', 'b'), of(undefined, 'c')];
    const { planet } = await scriptedPlanet(() => ({ body: { features } }));
    expect((await all(planet.search(apiKey, asked))).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  test('reports whether assets may still appear: existing ones that may not be downloaded do not count', async () => {
    const of = (id: string, assets: string[]) => ({ ...item, id, assets });
    const features = [of('waits', item.assets), of('ends', [...item.assets, 'ortho_analytic_8b_sr'])];
    const { planet } = await scriptedPlanet(() => ({ body: { features } }));
    expect((await all(planet.search(apiKey, asked))).map(({ id, isComplete }) => [id, isComplete])).toEqual([
      ['waits', false],
      ['ends', true],
    ]);
  });

  test('continues with the next pages, and leaves out an unreadable item', async () => {
    const { planet, questions } = await scriptedPlanet(({ url }, origin) => {
      const next = (number: number) => `${origin}/data/v1/searches/x/results?_page=${number}`;
      if (url.pathname.endsWith('/quick-search')) return { body: { _links: { _next: next(2) }, features: [item] } };
      if (url.searchParams.get('_page') === '3') return { body: { _links: {}, features: [] } };
      return {
        body: { _links: { _next: next(3) }, features: [{ id: '../x' }, { ...item, id: '20220126_075509_67_1061' }] },
      };
    });
    const scenes = await all(planet.search(apiKey, asked));
    expect(scenes.map(({ id }) => id)).toEqual(['20220125_075509_67_1061', '20220126_075509_67_1061']);
    expect(questions.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  test.each([
    ['to another host', 'https://elsewhere.example/next', 'another host'],
    ['to itself', 'self', 'leads from a page to itself'],
  ])('ends where a next page leads %s', async (_, next, said) => {
    const { planet } = await scriptedPlanet((_question, origin) => ({
      body: { _links: { _next: next === 'self' ? `${origin}/again` : next }, features: [item] },
    }));
    await expect(all(planet.search(apiKey, asked))).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining(said),
    });
  });

  test('fails where no scene can be read', async () => {
    const { planet } = await scriptedPlanet(() => ({ body: { features: [{ id: 1 }] } }));
    await expect(all(planet.search(apiKey, asked))).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('an API key', () => {
  test('is valid when a search is answered', async () => {
    const { planet, questions } = await scriptedPlanet(() => ({ body: { features: [] } }));
    await expect(planet.check(apiKey)).resolves.toBeUndefined();
    expect(questions).toHaveLength(1);
  });

  test.each([
    [401, { message: 'Please enter a valid API key.' }, {}, { kind: 'refused', passes: false }],
    [403, { general: [{ message: 'No access' }] }, {}, { kind: 'forbidden', passes: false }],
    [429, { message: 'You have exceeded your quota' }, {}, { kind: 'forbidden', passes: false }],
    [
      429,
      { message: 'slow down' },
      { 'retry-after': '7' },
      { kind: 'rateLimited', passes: true, retryAfterSeconds: 7 },
    ],
    [503, '<html>down</html>', {}, { kind: 'unreachable', passes: true }],
    [302, {}, { location: 'https://elsewhere.example/' }, { kind: 'malformed' }],
    [200, 'not JSON', {}, { kind: 'malformed' }],
    [200, { features: 'none' }, {}, { kind: 'malformed' }],
  ])("is refused with Planet's answer: %i %o", async (status, body, headers, problem) => {
    const { planet } = await scriptedPlanet(() => ({ status, body, headers }));
    await expect(planet.check(apiKey)).rejects.toMatchObject({ name: 'ProviderProblem', ...problem });
  });

  test('is never in a message, whatever Planet answers', async () => {
    const message = `the key ${apiKey}\nis ${'very '.repeat(200)}wrong`;
    const { planet } = await scriptedPlanet(() => ({ status: 401, body: { message } }));
    const problem = (await planet.check(apiKey).catch((error: unknown) => error)) as Error;
    expect(problem.message).toContain('the key … is very');
    expect(problem.message).not.toContain(apiKey);
    expect(problem.message.length).toBeLessThan(400);
  });
});
