import { median, timed } from '../statistics.ts';

/** Medians of some measurements, taken alternately; the first round is not counted. */
export async function inTurns(rounds: number, ...all: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = all.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, one] of all.entries()) {
      const time = await timed(one);
      if (round >= 0) times[index]?.push(time);
    }
  }
  return times.map(median);
}
