/** A generator of numbers from 0 to 1; a seed always gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (bytes: Buffer, below: (limit: number) => number) => Buffer;

/** Values that often break programs, in either order of bytes. */
const extremes = [0x00000000, 0xffffffff, 0x7fffffff, 0x80000000, 0x0000ffff, 0x00000001];

const mutations: Mutation[] = [
  function flipBit(bytes, below) {
    const at = below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
    return bytes;
  },
  function setByte(bytes, below) {
    bytes[below(bytes.length)] = below(256);
    return bytes;
  },
  function setExtreme(bytes, below) {
    if (bytes.length < 4) return bytes;
    const value = extremes[below(extremes.length)] ?? 0;
    if (below(2) === 0) bytes.writeUInt32LE(value, below(bytes.length - 3));
    else bytes.writeUInt32BE(value, below(bytes.length - 3));
    return bytes;
  },
  function cutOff(bytes, below) {
    return bytes.subarray(0, below(bytes.length));
  },
  function takeOut(bytes, below) {
    const at = below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(64))]);
  },
  function putIn(bytes, below) {
    const at = below(bytes.length);
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(Array.from({ length: 1 + below(64) }, () => below(256))),
      bytes.subarray(at),
    ]);
  },
  function doublePart(bytes, below) {
    const at = below(bytes.length);
    const end = at + below(4096);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  },
  function wipe(bytes, below) {
    const at = below(bytes.length);
    return bytes.fill(below(2) === 0 ? 0 : 0xff, at, Math.min(bytes.length, at + below(512)));
  },
];

/** Damages a copy of some bytes in a few places, mostly near the beginning, where headers are. */
export function mutate(bytes: Uint8Array, random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  const early = () => (random() < 0.5 ? Math.min(1, 512 / Math.max(1, bytes.length)) : 1);
  let damaged = Buffer.from(bytes);
  for (let count = 1 + below(4); count > 0 && damaged.length > 0; count--) {
    const share = early();
    const mutation = mutations[below(mutations.length)] as Mutation;
    damaged = Buffer.from(
      mutation(damaged, (limit) => below(limit === damaged.length ? Math.max(1, limit * share) : limit)),
    );
  }
  return damaged;
}
