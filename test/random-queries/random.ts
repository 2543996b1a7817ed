/** Randomness determined by a seed: the same on every machine. */
export interface Random {
  /** A whole number from 0 to one less than `count`. */
  below(count: number): number;
  one<T>(items: readonly T[]): T;
  chance(share: number): boolean;
}

/** A small generator of 32 bits (mulberry32), which is uniform enough to pick words. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    one(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
    chance: (share) => next() < share,
  };
}
