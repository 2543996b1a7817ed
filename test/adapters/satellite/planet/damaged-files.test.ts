import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnalytic } from '../../../../adapters/satellite/planet/engine/analytic.ts';
import { openBand } from '../../../../adapters/satellite/tiff/band-file.ts';
import { fileGrid } from '../../../../domain/satellite/grid/file-grid.ts';
import { SceneProblem } from '../../../../domain/satellite/scenes/scene-problem.ts';
import { gdalTiff, madeField } from './made-delivery.ts';

const file = gdalTiff(8, 16, (band, column, row) => 1 + ((band * 7_919 + column * 104_729 + row * 1_299_709) % 9_000));
const damage = fc.record({
  at: fc.nat(file.length - 4),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
});

test('a damaged file of Planet is either read or refused with a reason', async () => {
  const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 6 }), async (all) => {
    const broken = Buffer.from(file);
    for (const { at, bytes } of all) broken.set(bytes, at);
    const read = async (from: number, to: number) => broken.subarray(from, to);
    try {
      const { lay } = await openBand(read, 'a file');
      const { bands } = await readAnalytic(read, 'a file', fileGrid(madeField, lay));
      expect(Object.keys(bands)).toHaveLength(8);
    } catch (error) {
      if (!(error instanceof SceneProblem)) throw error;
    }
  });
  await fc.assert(property, { numRuns: 150, seed: 151 });
});
