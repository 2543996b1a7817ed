import { expect, test } from 'vitest';
import { encodeColours } from '../../../../adapters/images/png.ts';
import { readPng } from '../../../../adapters/images/read-png.ts';
import type { ImageProcess } from '../../../../domain/satellite/processes/image-process.ts';
import { drawTile } from '../../../../functions/areas/satellite/images/tile.ts';

const process: ImageProcess = {
  ...{ id: 'p', ownerId: 'o', fieldId: 'f', sceneId: 's', collection: 'c', upstream: 'stand-in', provider: 'sentinel' },
  ...{ status: 'SUCCESS', date: '2023-08-10T10:00:00.000Z', createdAt: '', processedTimestamp: '1' },
  images: [
    { type: 'NDVI', file: 'NDVI.tif', resolution: 10, bytes: 1 },
    { type: 'NDVI_PNG', file: 'NDVI.png', resolution: null, bytes: 1 },
  ],
  bounds: [0, 0, 180, 85.0511287798066],
};

const read: string[] = [];
const files = {
  async getStream(key: string) {
    read.push(key);
    return (async function* () {
      yield encodeColours(2, 2, new Uint8Array(16).fill(255));
    })();
  },
};

test('tiles are cut from the picture, which is read once', async () => {
  for (const type of ['NDVI', 'NDVI_PNG']) {
    const tile = readPng(Buffer.from(await drawTile(process, type, { z: 0, x: 0, y: 0 }, files)));
    expect([tile.width, tile.colourAt(0, 0)[3], tile.colourAt(200, 20)]).toEqual([256, 0, [255, 255, 255, 255]]);
  }
  expect(read).toEqual(['satellite/o/f/p/NDVI.png']);
});

test('tiles are transparent beside the picture, and absent without one', async () => {
  const beside = readPng(Buffer.from(await drawTile(process, 'NDVI', { z: 1, x: 0, y: 1 }, files)));
  expect(beside.colourAt(100, 100)).toEqual([0, 0, 0, 0]);
  await expect(drawTile(process, 'B04', { z: 1, x: 0, y: 0 }, files)).rejects.toMatchObject({ status: 404 });
});
