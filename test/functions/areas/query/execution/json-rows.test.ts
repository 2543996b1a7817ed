import { expect, test } from 'vitest';
import { Problem } from '../../../../../domain/errors.ts';
import { inlineOrStored } from '../../../../../functions/areas/query/execution/inline-or-stored.ts';
import { jsonRows, nothingWritten, rowsIn } from '../../../../../functions/areas/query/execution/json-rows.ts';

const caps = { rows: 1_000_000, bytes: 1_000_000_000 };

async function written(pieces: string[][], some = caps) {
  const state = nothingWritten();
  const parts: Uint8Array[] = [];
  async function* come() {
    yield* pieces;
  }
  for await (const part of jsonRows(come(), some, state)) parts.push(part);
  return { ...state, text: Buffer.concat(parts).toString() };
}
const row = (x: number, t = 'ä') => JSON.stringify({ x, t });

test('rows are one array, with a row in each line', async () => {
  expect((await written([[row(1), row(2)], [], [row(3)]])).text).toBe(`[${row(1)},\n${row(2)},\n${row(3)}]\n`);
});

test('without rows nothing is written', async () => {
  expect(await written([[], []])).toMatchObject({ rows: 0, bytes: 0, truncated: false, text: '' });
});

test.each([
  [{ rows: 3 }, 3, false],
  [{ rows: 2 }, 2, true],
  [{ bytes: 55 }, 3, false],
  [{ bytes: 54 }, 2, true],
])('caps of %j are applied and reported', async (cap, rows, truncated) => {
  const state = await written([[row(1), row(2), row(3)]], { ...caps, ...cap });
  expect(state).toMatchObject({ rows, truncated, bytes: Buffer.byteLength(state.text) });
  expect(JSON.parse(state.text)).toHaveLength(rows);
});

test('rows beyond the caps are refused where the caps have a problem for them', async () => {
  const refusing = { ...caps, rows: 2, tooLarge: () => new Problem('invalid', 'too many rows') };
  expect((await written([[row(1), row(2)]], refusing)).rows).toBe(2);
  await expect(written([[row(1), row(2), row(3)]], refusing)).rejects.toThrow('too many rows');
});

test('marks point to rows: the first, large ones, one after each number of bytes, and the end', async () => {
  const large = row(2, 'ö'.repeat(200_000));
  const rows = [row(0), row(1), large, ...Array.from({ length: 2_000 }, (_, index) => row(index + 3, 'z'.repeat(500)))];
  const { marks, text } = await written([rows.slice(0, 700), rows.slice(700)]);
  const bytes = Buffer.from(text);
  expect(marks.slice(0, 2).map(([number]) => number)).toEqual([0, 2]);
  expect(marks.length).toBeGreaterThan(5);
  for (const [index, [from, start]] of marks.slice(0, -1).entries()) {
    const [to = 0, end] = marks[index + 1] ?? [];
    expect(rowsIn(bytes.subarray(start, end).toString())).toEqual(rows.slice(from, to));
  }
  expect(marks.at(-1)).toEqual([rows.length, bytes.length]);
});

test('content that is too large is stored as a whole, and its producer ends with its consumer', async () => {
  let ended = 0;
  async function* content() {
    try {
      for (let piece = 0; piece < 10; piece += 1) yield Buffer.from([piece]);
    } finally {
      ended += 1;
    }
  }
  expect(await inlineOrStored(content(), 10, () => Promise.reject())).toEqual(
    Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
  );
  const taken: number[] = [];
  const take = async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const piece of pieces) taken.push(...piece);
  };
  expect(await inlineOrStored(content(), 4, take)).toBeUndefined();
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await expect(inlineOrStored(content(), 4, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(ended).toBe(3);
});
