import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cropNames, cropOf } from '../../../../local/stand-ins/satellite/crops.ts';
import { type SatelliteStandIn, startSatelliteStandIn } from '../../../../local/stand-ins/satellite/start-stand-in.ts';

interface Item {
  id: string;
  collection: string;
  properties: Record<string, unknown>;
  assets: Record<string, { href: string; 'proj:transform': number[]; 'proj:shape': number[] }>;
}

let standIn: SatelliteStandIn;
beforeAll(async () => {
  standIn = await startSatelliteStandIn({ now: () => Date.UTC(2026, 5, 15) });
});
afterAll(() => standIn.close());

const search = async (body: object) => {
  const answer = await fetch(`${standIn.stacUrl}/search`, { method: 'POST', body: JSON.stringify(body) });
  return ((await answer.json()) as { features: Item[] }).features;
};
const bytesOf = async (item: Item | undefined, key: string, range?: string) => {
  const answer = await fetch(item?.assets[key]?.href ?? '', { headers: range === undefined ? {} : { range } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Reference values from the data folder of the scenes: clear is 4 to 7 in the classes; the box is columns 280 to 299 and rows 100 to 119. */
const references: Record<string, { clear: number; all: number; area: number }> = {
  S2B_33TWL_20230813_0_L2A: { clear: 151_763, all: 0.8145, area: 0.8724 },
  S2A_33TWL_20230815_0_L2A: { clear: 159_091, all: 0.7797, area: 0.8403 },
  S2A_33TWL_20230818_0_L2A: { clear: 63_767, all: 0.7017, area: 0.6154 },
  S2B_33TWL_20230820_0_L2A: { clear: 157_206, all: 0.7463, area: 0.8113 },
};

test.each(cropNames)('the pixels of %s are those of its reference values', (name) => {
  const { red, nir, classes } = cropOf(name);
  let [clear, all, inside, area] = [0, 0, 0, 0];
  for (const [at, r] of red.entries()) {
    const n = nir[at] ?? 0;
    const found = classes[at] ?? 0;
    if (found < 4 || found > 7 || r === 0 || n === 0) continue;
    const index = (n - r) / (n + r);
    clear += 1;
    all += index;
    const [x, y] = [at % 400, Math.floor(at / 400)];
    if (x < 280 || x >= 300 || y < 100 || y >= 120) continue;
    inside += 1;
    area += index;
  }
  const { [name]: expected } = references;
  expect(clear).toBe(expected?.clear);
  expect(all / clear).toBeCloseTo(expected?.all ?? 0, 4);
  expect(area / inside).toBeCloseTo(expected?.area ?? 0, 4);
});

describe('locations of the real scenes', () => {
  const bbox = [15.826, 45.645, 15.855, 45.665];
  const datetime = '2023-08-01T00:00:00Z/2023-08-31T00:00:00Z';

  test('have their files byte for byte, and no others in their month', async () => {
    const items = await search({ bbox, datetime, sortby: [{ field: 'datetime', direction: 'asc' }] });
    expect(items.map(({ id }) => id)).toEqual([...cropNames]);
    for (const item of items) {
      expect(item.assets.red?.['proj:transform']).toEqual([120, 0, 530_700, 0, -120, 5_069_280]);
      for (const [key, file] of [
        ['red', 'B04'],
        ['nir', 'B08'],
        ['scl', 'SCL'],
      ] as const) {
        const { bytes } = await bytesOf(item, key);
        const path = new URL(`../../../../assets/satellite/${item.id}/${file}.tif`, import.meta.url);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(
          createHash('sha256').update(readFileSync(path)).digest('hex'),
        );
      }
    }
  });
});

describe('other locations', () => {
  const bbox = [-93.62, 42.02, -93.61, 42.03];

  test('have 1,000 more in the pixels of the collection without the flag, and the real pixels in both', async () => {
    const found = await search({ bbox, limit: 2, datetime: '2026-06-01T00:00:00Z/2026-06-06T00:00:00Z' });
    const [c1, l2a] = ['sentinel-2-c1-l2a', 'sentinel-2-l2a'].map((name) =>
      found.find((item) => item.collection === name),
    );
    expect(c1?.properties.datetime).toBe(l2a?.properties.datetime);
    const crop = cropOf(l2a?.properties['furrow:pixels_of'] as (typeof cropNames)[number]);
    for (const [item, added] of [
      [l2a, 0],
      [c1, 1000],
    ] as const) {
      const pixels = await firstBlock(item, 'red');
      for (const [x, y] of [
        [0, 0],
        [17, 200],
        [255, 255],
      ] as const) {
        expect(pixels(x, y)).toBe((crop.red[y * 400 + x] ?? 0) + added);
      }
    }
  });

  /** The first block of 256 pixels: the tables of a directory lie in the first 32 kB. */
  async function firstBlock(item: Item | undefined, key: string) {
    const { bytes: head } = await bytesOf(item, key, 'bytes=0-32767');
    const entry = (tag: number) => {
      for (let at = 10; at < 10 + head.readUInt16LE(8) * 12; at += 12) {
        if (head.readUInt16LE(at) === tag) return head.readUInt32LE(head.readUInt32LE(at + 8));
      }
      throw new Error(`no tag ${tag}`);
    };
    const [start, size] = [entry(324), entry(325)];
    const { status, headers, bytes } = await bytesOf(item, key, `bytes=${start}-${start + size - 1}`);
    expect(status).toBe(206);
    expect(headers.get('content-range')).toMatch(new RegExp(`^bytes ${start}-${start + size - 1}/\\d+$`));
    const differences = inflateSync(bytes);
    return (x: number, y: number) => {
      let value = 0;
      for (let column = 0; column <= x; column += 1) value += differences.readUInt16LE((y * 256 + column) * 2);
      return value & 0xffff;
    };
  }

  test('a range beyond the end is refused, and an open range ends with the file', async () => {
    const [item] = await search({ bbox, limit: 1 });
    const { headers } = await bytesOf(item, 'scl', 'bytes=0-0');
    const length = Number(headers.get('content-range')?.split('/')[1]);
    expect((await bytesOf(item, 'scl', `bytes=${length}-`)).status).toBe(416);
    expect((await bytesOf(item, 'scl', 'bytes=-10')).bytes).toHaveLength(10);
    expect((await bytesOf(item, 'scl', `bytes=${length - 5}-`)).bytes).toHaveLength(5);
    expect((await bytesOf(item, 'scl')).bytes).toHaveLength(length);
  });
});
