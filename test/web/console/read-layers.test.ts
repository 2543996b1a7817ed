import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '../../../web/api/client.ts';
import { openLayer } from '../../../web/points/read-layers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const path = '/services/operations/api/operations/one/pointLayers';
const listed = [{ property: 'speed', unit: 'km/h' }, { property: 'area', unit: 'ac' }, { property: 'heading' }];
const whole = {
  kind: 'points',
  url: `${path}/speed at the storage`,
  area: { url: `${path}/area at the storage`, factor: expect.closeTo(4_046.86, 1) },
  heading: { url: `${path}/heading at the storage` },
};

/** An API whose layers are there after some requests for the first of them. */
function apiWith(looks: number, lacks: string[] = []) {
  let left = looks;
  return {
    get: () => Promise.reject(new Error('the list is known')),
    async link(asked: string) {
      if (asked.endsWith('speed')) left -= 1;
      if (left >= 0) throw new ApiProblem(503, 'outputBeingMade', 'The output is being made.');
      if (lacks.some((property) => asked.endsWith(property))) throw new ApiProblem(404, 'artefact', 'There is none.');
      return `${asked} at the storage`;
    },
  };
}

test('a layer is opened with the areas and directions of its points', async () => {
  const onMade = vi.fn();
  expect(await openLayer(apiWith(0), path, listed, 'speed', onMade)).toEqual(whole);
  expect(onMade).not.toHaveBeenCalled();
});

test('areas and directions that were asked for while layers were being made are asked for again', async () => {
  const onMade = vi.fn();
  const opened = openLayer(apiWith(2), path, listed, 'speed', onMade);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await opened).toEqual(whole);
  expect(onMade).toHaveBeenCalledTimes(2);
});

test('a layer whose areas cannot be had is opened without them', async () => {
  const { area, ...others } = whole;
  expect(await openLayer(apiWith(0, ['area']), path, listed, 'speed', () => {})).toEqual(others);
});
