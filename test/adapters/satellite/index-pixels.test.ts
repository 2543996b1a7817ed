import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readIndexPixels } from '../../../adapters/satellite/index-pixels.ts';
import { Problem } from '../../../domain/errors.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import { bandTiff } from './band-tiff.ts';

const ground = multiPolygon([
  [
    [
      [15.0, 45.1],
      [15.01, 45.1],
      [15.01, 45.11],
      [15.0, 45.1],
    ],
  ],
]);
const process = {
  ...{ id: 'process', ownerId: 'owner', fieldId: 'field' },
  images: [{ type: 'NDVI', file: 'NDVI.tif', resolution: 10, bytes: 1 }],
} as unknown as ImageProcess;

test('a scene with too many pixels is refused before they are read', async () => {
  // Its blocks are not there: reading one would be another problem.
  const { file } = bandTiff({
    ...{ width: 64, height: 64, block: 64, metres: 10, valueAt: () => 1 },
    tags: {
      256: [4, [2_001]],
      257: [4, [2_000]],
      324: [4, new Array(32 * 32).fill(8)],
      325: [4, new Array(32 * 32).fill(8)],
    },
  });
  const files = { getStream: async () => Readable.from([file]) };
  const problem = await readIndexPixels(process, 'NDVI', ground, files).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({
    errors: [
      {
        pointer: '#/geometry',
        message: expect.stringContaining('4,002,000 pixels around the field; the limit is 4,000,000'),
      },
    ],
  });
});
