import type { SigningKey, SigningKeyStore } from '../../../../domain/access/signing-key.ts';
import { partition } from '../partition.ts';
import { transact } from '../transact.ts';
import { type IdentityTables, publishedKey, signingKeyKey } from './identity-item.ts';

/** Signing keys in the identity table with sealed private halves; the public halves are also in the owners' table. */
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
