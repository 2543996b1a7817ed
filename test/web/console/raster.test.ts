import { describe, expect, test } from 'vitest';
import type { DrawnPoints } from '../../../web/map/drawing/drawn-frame.ts';
import { frameQueue } from '../../../web/map/drawing/frame-queue.ts';
import { rasterPainter } from '../../../web/map/drawing/raster/raster-painter.ts';
import { pointArrays } from './point-sets.ts';

const [red, blue] = ['ff0000ff', '0000ffff'];
const shades = [
  [1, 0, 0, 1],
  [0, 0, 1, 1],
] as const;
const view = { x: 0, y: 0, metresPerPixel: 0.1 };
const size = { width: 60, height: 40 };

/** Points of a machine two metres wide, with two metres between records, which overlap a little. */
function drawn(given: Parameters<typeof pointArrays>[0], heading = 0, look: Partial<DrawnPoints> = {}): DrawnPoints {
  const points = { ...pointArrays(given), heading: new Float32Array(given.values.length).fill(heading) };
  return { points, bounds: [5], shades, showHidden: false, ...look };
}

/** The pixels of a frame in hexadecimal, by column and row. */
async function painted(frame: Omit<Parameters<ReturnType<typeof rasterPainter>['paint']>[0], 'view' | 'size'>) {
  const picture = await rasterPainter().paint({ view, size, ...frame });
  if (!picture || !('bytes' in picture)) throw new Error('nothing was painted');
  const { bytes, width } = picture;
  const at = (column: number, row: number) =>
    Buffer.from(bytes.subarray(4 * (row * width + column), 4 * (row * width + column) + 4)).toString('hex');
  const count = (colour: string) =>
    Array.from({ length: bytes.length / 4 }, (_, index) => at(index % width, Math.floor(index / width))).filter(
      (one) => one === colour,
    ).length;
  return { at, count, width };
}

describe('a map that is drawn without a graphics processor', () => {
  test('has each point as a rectangle of its ground, in the colour of its class, north up', async () => {
    const { at, count } = await painted({
      density: 1,
      points: drawn({
        values: [9, 1],
        at: [
          [-1.5, 0],
          [1.5, 0.5],
        ],
      }),
    });
    expect([at(15, 20), at(45, 15), at(30, 20)]).toEqual([blue, red, '00000000']);
    // 2.3 m by 2.3 m, ten pixels a metre.
    expect(count(blue)).toBeCloseTo(23 * 23, -2);
    expect([at(45, 4), at(45, 26), at(45, 28)]).toEqual([red, red, '00000000']);
  });

  test('turns points to their direction of travel', async () => {
    const { at, count } = await painted({ density: 1, points: drawn({ values: [9], at: [[0, 0]] }, Math.PI / 4) });
    expect([at(30, 5), at(45, 20), at(41, 9)]).toEqual([blue, blue, '00000000']);
    expect(Math.abs(count(blue) - 23 * 23)).toBeLessThan(30);
  });

  test('leaves out what is hidden, and classes without a colour', async () => {
    const points = {
      values: [9, 1],
      states: [1, 0],
      at: [
        [-1.5, 0],
        [1.5, 0],
      ],
    } as const;
    const hidden = await painted({ density: 1, points: drawn(points) });
    expect([hidden.count(blue) > 0, hidden.count(red) > 0]).toEqual([false, true]);
    const all = await painted({ density: 1, points: drawn(points, 0, { showHidden: true }) });
    expect(all.count(blue)).toBeGreaterThan(0);
    const off = await painted({
      density: 1,
      points: drawn(points, 0, {
        shades: [
          [1, 0, 0, 0],
          [0, 0, 1, 1],
        ],
      }),
    });
    expect(off.count(red)).toBe(0);
  });

  test('has the second points right of the handle only, and a picture behind both', async () => {
    const one = drawn({ values: [9], at: [[0, 0]] });
    const other = drawn({ values: [1], at: [[0, 0]] });
    const colours = Uint8Array.from([0, 128, 0, 255, 0, 128, 0, 255, 0, 128, 0, 255, 0, 0, 0, 0]);
    const backdrop = { width: 2, height: 2, extent: { xmin: -2.5, ymin: -1.5, xmax: 2.5, ymax: 1.5 }, colours };
    const frame = { density: 2, points: one, second: { points: other, from: 30 }, backdrop };
    const { at, width } = await painted(frame);
    expect(width).toBe(120);
    expect([at(58, 40), at(61, 40)]).toEqual([blue, red]);
    expect([at(12, 12), at(105, 66), at(2, 2)]).toEqual(['008000ff', '00000000', '00000000']);
    expect(at(2, 78)).toBe('00000000');
  });
});

test('of the frames that wait for a map, the latest is drawn, and one that was begun is finished', async () => {
  const drawnFrames: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const queue = frameQueue<string>(
    () => ({ view, size, density: 1 }),
    (map, asked) => {
      drawnFrames.push(`${map} ${asked}`);
      if (drawnFrames.length === 3) finish();
    },
  );
  for (const asked of ['first', 'second', 'third']) queue.add(1, asked);
  queue.add(2, 'other');
  queue.add(3, 'closed');
  queue.remove(3);
  await finished;
  expect(drawnFrames).toEqual(['1 first', '1 third', '2 other']);
});
