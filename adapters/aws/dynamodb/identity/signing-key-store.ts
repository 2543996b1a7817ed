import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SigningKey, SigningKeyStore } from '../../../../domain/access/signing-key.ts';
import { partition } from '../partition.ts';
import type { Table } from '../table.ts';
import { signingKeyKey } from './identity-item.ts';

/** Signing keys in the identity table; private halves are sealed before they come here. */
export function signingKeyStore(identity: Table): SigningKeyStore {
  return {
    all: async () => (await partition(identity, signingKeyKey('').pk)).map(({ key }) => key as SigningKey),
    async put(key) {
      await identity.client.send(
        new PutCommand({ TableName: identity.name, Item: { ...signingKeyKey(key.kid), key } }),
      );
    },
  };
}
