import type { PublicKey, PublicKeyDirectory } from '../../../../domain/access/signing-key.ts';
import type { Clock } from '../../../../domain/clock.ts';
import type { Table } from '../table.ts';
import { signingKeyStore } from './signing-key-store.ts';

const oldestMilliseconds = 5 * 60_000;
/** An unknown `kid` asks again at most this often, so that forged tokens cannot flood the table. */
const betweenMisses = 5_000;

/** The public keys of the identity table, remembered for five minutes in each instance. */
export function signingKeyDirectory(identity: Table, clock: Clock): PublicKeyDirectory {
  const store = signingKeyStore(identity);
  let keys = new Map<string, PublicKey>();
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    const now = clock.now();
    keys = new Map(
      (await store.all())
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
