import { createHash } from 'node:crypto';

/**
 * A tenth of some names, at least one of them: those whose hash with the seed is lowest, so that each is drawn as often as the others and a further name changes
 * little of what a seed draws.
 */
export function tenthOf(names: readonly string[], seed: number): string[] {
  const rank = (name: string) => createHash('sha256').update(`${seed}:${name}`).digest('hex');
  const ranked = names
    .map((name) => ({ name, rank: rank(name) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return ranked.slice(0, Math.ceil(names.length / 10)).map(({ name }) => name);
}
