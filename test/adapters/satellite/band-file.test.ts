import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openBand } from '../../../adapters/satellite/tiff/band-file.ts';
import { unpackBlock } from '../../../adapters/satellite/tiff/unpack.ts';
import { type BandTiff, bandTiff, reading } from './band-tiff.ts';

const small: BandTiff = { width: 40, height: 30, block: 16, metres: 10, valueAt: (x, y) => 1_000 + x * 100 + y };

async function open(asked: Partial<BandTiff> = {}) {
  const { file, blocks } = bandTiff({ ...small, ...asked });
  const { bytes, read } = reading(file);
  return { band: await openBand(bytes, 'B04'), blocks, file, read };
}

describe('the file of a band', () => {
  test('gives the positions of its pixels and its blocks', async () => {
    const { band, blocks } = await open();
    expect(band.lay).toEqual({ system: 32633, x: 500_000, y: 5_000_000, dx: 10, dy: 10, width: 40, height: 30 });
    expect(await band.blockAt(2, 1)).toEqual(blocks[5]);
  });

  test.each([1, 2] as const)('is unpacked with predictor %i', async (predictor) => {
    const { band, blocks, file } = await open({ predictor });
    const range = blocks[4];
    const values = unpackBlock(file.subarray(range?.from, range?.to), band, 'B04');
    expect([...values.subarray(0, 3), values[16]]).toEqual([2_616, 2_716, 2_816, 2_617]);
  });

  test('is read by its first directory only, even if that leads to itself', async () => {
    const { file } = bandTiff(small);
    file.writeUInt32LE(8, 10 + file.readUInt16LE(8) * 12);
    const { bytes, read } = reading(file);
    await openBand(bytes, 'B04');
    expect(new Set(read.map(([from]) => from))).toEqual(new Set([0]));
  });

  test.each<[string, Partial<BandTiff>, string]>([
    ['no position on the earth', { tags: { 33550: undefined } }, 'does not say where on the earth'],
    ['no coordinate system', { tags: { 34735: undefined } }, 'does not say where on the earth'],
    ['more pixels than any scene', { tags: { 256: [4, [4_000_000_000]] } }, '4000000000 × 30 pixels'],
    ['blocks that would fill the memory', { tags: { 322: [4, [90_000]], 323: [4, [90_000]] } }, '90000 × 90000'],
    ['another way of packing', { tags: { 259: [3, [7]] } }, 'packed by method 7'],
    ['numbers of another kind', { tags: { 258: [3, [64]] } }, '64 bits'],
    ['thousands of numbers in a pixel', { tags: { 277: [3, [60_000]] } }, '60000 numbers'],
    ['no width', { tags: { 256: undefined } }, 'tag 256 is missing'],
  ])('with %s is refused with the reason', async (_, asked, reason) => {
    await expect(open(asked)).rejects.toThrow(reason);
  });

  test('with too few blocks is refused when a missing one is requested', async () => {
    const { band } = await open({ tags: { 324: [4, [100]] } });
    await expect(band.blockAt(2, 1)).rejects.toThrow('needs 6 values where it has 1');
  });

  test('whose block would unpack to more than its size is refused', async () => {
    const { band, blocks, file } = await open({ pack: () => deflateSync(Buffer.alloc(50_000_000)) });
    expect(() => unpackBlock(file.subarray(blocks[0]?.from, blocks[0]?.to), band, 'B04')).toThrow('cannot be unpacked');
  });

  test.each<[string, Buffer, string]>([
    ['a JPEG 2000 image', Buffer.from('0000000c6a5020200d0a870a', 'hex'), 'it is a JPEG 2000 image'],
    ['an error page', Buffer.from('<html>gone</html>'), 'it is a text'],
    ['nothing', Buffer.alloc(0), 'it is empty'],
    ['half a header', Buffer.from('II*\0\x08\0\0\0\xff', 'latin1'), 'is cut off'],
    ['a directory beyond its end', Buffer.from('II*\0\xff\xff\xff\x7f', 'latin1'), 'is cut off'],
    ['a directory with no end', Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'), 'has 65535 entries'],
  ])('that is %s is refused with the reason', async (_, file, reason) => {
    await expect(openBand(reading(file).bytes, 'B04')).rejects.toThrow(reason);
  });

  test('that is truncated in its directory is refused with the reason', async () => {
    const { file } = bandTiff(small);
    await expect(openBand(reading(file.subarray(0, 60)).bytes, 'B04')).rejects.toThrow('is cut off');
  });
});

test('values of tags far from the beginning are read by pieces, each once', async () => {
  const { file } = bandTiff({ ...small, width: 1_600, height: 1_600 });
  // The table of blocks moves to the end of the file.
  const moved = Buffer.concat([file, file.subarray(0, 8 + 2 + 14 * 12 + 4 + 2 * 40_000)]);
  const entry = 10 + 9 * 12;
  expect(file.readUInt16LE(entry)).toBe(324);
  const table = file.readUInt32LE(entry + 8);
  file.copy(moved, file.length, table, table + 40_000);
  moved.writeUInt32LE(file.length, entry + 8);
  const { bytes, read } = reading(moved);
  const band = await openBand(bytes, 'B04');
  const ranges = await Promise.all(
    [0, 1, 5_000, 5_001, 5_002].map((index) => band.blockAt(index % 100, Math.floor(index / 100))),
  );
  expect(ranges.every((range) => range !== undefined)).toBe(true);
  expect(new Set(read.map(([from]) => from)).size).toBe(read.length - 1);
  expect(read.length).toBeLessThan(8);
});
