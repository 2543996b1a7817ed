import { describe, expect, test } from 'vitest';
import { searchMessage } from '../../../../functions/jobs/search-scenes/messages.ts';
import { searchScenes } from '../../../../functions/jobs/search-scenes/search-scenes.ts';
import type { SearchServices } from '../../../../functions/jobs/search-scenes/services.ts';
import { stacItem } from '../../../adapters/satellite/catalogue.ts';

/** Cells searched for a message from the topic of a catalogue, when all cells have fields. */
async function searched(told: object): Promise<string[]> {
  const cells: string[] = [];
  const asked = searchMessage.parse(told);
  const services = {
    cells: { used: async (all: string[]) => all },
    collections: ['sentinel-2-c1-l2a', 'sentinel-2-l2a'],
    clock: { now: () => 0 },
  } as unknown as SearchServices;
  const message = {
    ...{ delivery: '1', attempt: 1, lastAttempt: false, passes: 1, remainingMilliseconds: () => 60_000 },
    queue: { send: async (one: object) => void cells.push((one as { cell: string }).cell) },
  };
  await searchScenes(asked, message, services);
  return cells;
}

const around = ['15:45', '15:46', '16:45', '16:46'];

describe('a published Item', () => {
  test.each<[string, object]>([
    ['its box', { ...stacItem(), bbox: [15, 45, 16.4, 46] }],
    ['its box with heights', { ...stacItem(), bbox: [15, 45, 0, 16.4, 46, 100] }],
    ['its geometry, where it has no box', stacItem()],
    ['its geometry, where its box is odd', { ...stacItem(), bbox: ['15', null] }],
  ])('causes a search of its cells, located by %s', async (_, item) => {
    expect(await searched(item)).toEqual(around);
  });

  test('of a collection that is not searched is ignored', async () => {
    expect(await searched(stacItem({ collection: 'sentinel-1-grd' }))).toEqual([]);
  });

  test.each<[string, object]>([
    ['without a location', { type: 'Feature', geometry: null }],
    ['over the whole earth', { type: 'Feature', bbox: [-180, -90, 180, 90] }],
    ['off the earth', { type: 'Feature', bbox: [500, 45, 501, 46] }],
    ['with an invalid geometry', { type: 'Feature', geometry: { coordinates: 'POINT (1 2)' } }],
  ])('%s is ignored, and does not become a dead letter', async (_, item) => {
    expect(await searched(item)).toEqual([]);
  });
});
