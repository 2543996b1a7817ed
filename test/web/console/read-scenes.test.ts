import { expect, test } from 'vitest';
import { ApiProblem } from '../../../web/api/client.ts';
import type { Land } from '../../../web/api/uploads.ts';
import { fetchScenes, readScenes } from '../../../web/console/reading/read-scenes.ts';
import type { ConsoleApi } from '../../../web/console/session/console-api.ts';

const square = (west: number): Land => ({
  type: 'MultiPolygon',
  coordinates: [[[[west, 0], [west + 1, 0], [west + 1, 1], [west, 1], [west, 0]]]], // biome-ignore format: one line
});
const field = { id: 'north', svcUserId: 'user', name: 'North', boundary: square(0) };
const range = { from: '2023-01-01', to: '2023-12-31' };

const registered = (id: string, externalId: string, west = 5) => ({
  ...{ id, externalId, geometry: square(west), createdAt: '2023-02-01T00:00:00Z' },
});
const point = (date: string, processId: string, clearPercent = 100) => ({
  ...{ date: `${date}T10:00:00Z`, processId, upstream: 'stac', clearMean: 0.5, clearPercent, coverage: 100 },
});

/** An API with registered fields and their series, and the paths that were asked for. */
function apiOf(fields: ReturnType<typeof registered>[], series: Record<string, ReturnType<typeof point>[]>) {
  const asked: string[] = [];
  const get = async (path: string) => {
    asked.push(path);
    const [, id] = /fields\/([^/]+)\/timeseries/.exec(path) ?? [];
    return id === undefined ? (path.includes('page=0') ? fields : []) : (series[id] ?? []);
  };
  return { asked, api: { get } as unknown as ConsoleApi };
}

test('scenes of all registrations of a field are found, by its id, the year or its outline', async () => {
  const { api, asked } = apiOf(
    [
      registered('other', 'south'),
      registered('b', 'north-2022'),
      registered('outline', 'mine', 0.05),
      registered('a', 'north-2023'),
    ],
    {
      a: [point('2023-06-01', 'a1'), point('2023-07-01', 'a2')],
      b: [point('2022-06-01', 'b1'), point('2022-06-09', 'b2', 10)],
      outline: [point('2023-06-01', 'again'), point('2023-08-01', 'o1'), point('2025-08-01', 'o2')],
    },
  );
  const { scenes, watched } = await readScenes(api, field, range);
  expect(scenes.map(({ processId }) => processId)).toEqual(['a1', 'a2', 'o1']);
  expect(watched).toEqual({ isRegistered: true, years: [2022, 2023, 2025], isFresh: false });
  expect(asked.some((path) => path.includes('/other/') || path.includes('/fields/north'))).toBe(false);
});

test('a field that is not registered costs one request, which is no error', async () => {
  const { api, asked } = apiOf([registered('other', 'south')], {});
  expect(await readScenes(api, field, range)).toEqual({
    scenes: [],
    watched: { isRegistered: false, years: [], isFresh: false },
  });
  expect(asked).toHaveLength(1);
});

test('scenes of a season are fetched once, however often that is asked for', async () => {
  const sent: unknown[] = [];
  const refused = (status: number): ConsoleApi =>
    ({
      post: async (_: string, body: unknown) => {
        sent.push(body);
        throw new ApiProblem(status, 'x', 'refused');
      },
    }) as unknown as ConsoleApi;
  await fetchScenes(refused(409), field, 2023, range);
  expect(sent).toEqual([
    { externalId: 'north-2023', geometry: field.boundary, startDate: '2023-01-01', endDate: '2023-12-31' },
  ]);
  await expect(fetchScenes(refused(400), field, 2023, range)).rejects.toThrow('refused');
});
