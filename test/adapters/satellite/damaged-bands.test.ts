import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWindow } from '../../../adapters/satellite/engine/window.ts';
import { valueGrid } from '../../../domain/satellite/grid/field-grid.ts';
import { SceneProblem } from '../../../domain/satellite/scenes/scene-problem.ts';
import { bandTiff, reading } from './band-tiff.ts';
import { madeField } from './made-scene.ts';

const { file } = bandTiff({ width: 500, height: 500, block: 64, metres: 10, valueAt: (x, y) => 1_000 + x + y });
const grid = valueGrid(madeField, 10);
const headBytes = file.readUInt32LE(8) > 0 ? 2_000 : 0;

const damage = fc.record({
  at: fc.oneof({ weight: 4, arbitrary: fc.nat(headBytes) }, { weight: 1, arbitrary: fc.nat(file.length - 4) }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
});

test('a damaged file is either read or refused with a reason', async () => {
  const property = fc.asyncProperty(
    fc.array(damage, { minLength: 1, maxLength: 6 }),
    fc.option(fc.nat(file.length)),
    async (damages, cutOff) => {
      const damaged = Buffer.from(file.subarray(0, cutOff ?? file.length));
      for (const { at, bytes } of damages)
        damaged.set(bytes.subarray(0, Math.max(0, damaged.length - at)), Math.min(at, damaged.length));
      const { bytes, read } = reading(damaged);
      const outcome = await readWindow(bytes, 'B04', grid).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SceneProblem);
      // At most all of its blocks, and some pieces of its directory.
      expect(read.length).toBeLessThan(100);
    },
  );
  await fc.assert(property, { numRuns: 400, seed: 141 });
});
