import type { PublicKey, PublicKeyDirectory, PublishedKey } from '../../../../domain/access/signing-key.ts';
import type { Clock } from '../../../../domain/clock.ts';
import { partition } from '../partition.ts';
import type { Table } from '../table.ts';
import { signingKeyKey } from './identity-item.ts';

const oldestMilliseconds = 5 * 60_000;
/** An unknown `kid` asks again at most this often, so that forged tokens cannot flood the table. */
const betweenMisses = 5_000;

/** The public keys of the owners' table, remembered for five minutes in each instance. */
export function signingKeyDirectory(owners: Table, clock: Clock): PublicKeyDirectory {
  let keys = new Map<string, PublicKey>();
  let readAt = Number.NEGATIVE_INFINITY;
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
  return {
    async find(kid) {
      const age = clock.now() - readAt;
      if (age > oldestMilliseconds || (!keys.has(kid) && age > betweenMisses)) await read();
      return keys.get(kid);
    },
  };
}
