import type { SigningKey, SigningKeyStore } from '../../../../domain/access/signing-key.ts';
import { partition } from '../partition.ts';
import { transact } from '../transact.ts';
import { type IdentityTables, publishedKey, signingKeyKey } from './identity-item.ts';

/** Signing keys in the identity table, private halves sealed; their public halves in the owners' table too. */
export function signingKeyStore({ identity, owners }: IdentityTables): SigningKeyStore {
  return {
    all: async () => (await partition(identity, signingKeyKey('').pk)).map(({ key }) => key as SigningKey),
    async put(key) {
      await transact(identity.client, [
        { Put: { TableName: identity.name, Item: { ...signingKeyKey(key.kid), key } } },
        { Put: { TableName: owners.name, Item: publishedKey(key) } },
      ]);
    },
  };
}
