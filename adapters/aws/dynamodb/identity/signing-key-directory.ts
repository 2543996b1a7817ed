import type { PublicKey, PublicKeyDirectory, PublishedKey } from '../../../../domain/access/signing-key.ts';
import type { Clock } from '../../../../domain/clock.ts';
import { partition } from '../partition.ts';
import type { Table } from '../table.ts';
import { signingKeyKey } from './identity-item.ts';

const oldestMilliseconds = 5 * 60_000;
/**
 * Limits reads for unknown `kid`s, so that forged tokens cannot flood the table. More than one, because a new
 * installation's first owners sign in at the same moment, and each instance that issues tokens may create a key.
 */
const missesAtOnce = 10;
const missesWithinMilliseconds = 5_000;

/** The public keys of the owners' table, cached for five minutes in each instance. */
export function signingKeyDirectory(owners: Table, clock: Clock): PublicKeyDirectory {
  let keys = new Map<string, PublicKey>();
  let readAt = Number.NEGATIVE_INFINITY;
  let misses: number[] = [];
  const read = async () => {
    const now = clock.now();
    const published = (await partition(owners, signingKeyKey('').pk)).map(({ key }) => key as PublishedKey);
    keys = new Map(
      published
        .filter(({ retiresAt }) => retiresAt === undefined || retiresAt > now)
        .map((key) => [key.kid, key.public]),
    );
    readAt = now;
  };
  /** Whether an unknown `kid` may be read from the table; counts the reads. */
  const mayAsk = () => {
    const now = clock.now();
    misses = misses.filter((at) => at > now - missesWithinMilliseconds);
    return misses.length < missesAtOnce && misses.push(now) > 0;
  };
  return {
    async find(kid) {
      if (clock.now() - readAt > oldestMilliseconds || (!keys.has(kid) && mayAsk())) await read();
      return keys.get(kid);
    },
  };
}
