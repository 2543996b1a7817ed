import { createHash } from 'node:crypto';

/** Ids that only depend on a seed and a name. */
export interface Seeded {
  /** @example seeded.uuid('file 1') // always the same UUID for this seed */
  uuid(name: string): string;
  /** A text of letters and digits. */
  text(name: string, length: number): string;
}

export function seededIds(seed: string): Seeded {
  const hash = (name: string) => createHash('sha256').update(`${seed}\n${name}`).digest('hex');
  return {
    uuid(name) {
      const hex = hash(name);
      const parts = [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `a${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ];
      return parts.join('-');
    },
    text: (name, length) => hash(name).slice(0, length),
  };
}
