import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { identityStore } from '../adapters/aws/dynamodb/identity/identity-store.ts';
import { signingKeyStore } from '../adapters/aws/dynamodb/identity/signing-key-store.ts';
import { documentClient } from '../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../adapters/aws/kms/sealer.ts';
import { tokenIssuer } from '../adapters/jose/token-issuer.ts';
import { newId, systemClock } from '../adapters/system.ts';
import { newOwner } from '../domain/access/new-owner.ts';
import type { Endpoints } from '../local/state/endpoints-file.ts';

/** An API owner and a token of its own, signed by the real key. */
export interface BenchOwner {
  id: string;
  token: string;
}

/** Password hashes of owners that never sign in, so they need not be slow. */
const noPassword = { hash: async () => 'scrypt$2$1$1$AAAA$AAAA', matches: async () => false };

/** Makes owners. One owner may send 1,000 requests a minute, so a measurement of speed alternates between many. */
export async function makeOwners(endpoints: Endpoints, count: number): Promise<BenchOwner[]> {
  const { region, credentials, services, variables, baseUrl } = endpoints;
  const client = documentClient(new DynamoDBClient({ region, credentials, endpoint: services.dynamodb }));
  const kms = new KMSClient({ region, credentials, endpoint: services.kms });
  const tables = {
    identity: { client, name: variables.IDENTITY_TABLE ?? '' },
    owners: { client, name: variables.OWNERS_TABLE ?? '' },
  };
  const identity = identityStore(tables);
  const sealer = kmsSealer(variables.SECRETS_KEY_ID ?? '', systemClock, kms);
  const issuer = tokenIssuer({ keys: signingKeyStore(tables), sealer, clock: systemClock, newId });
  const owners: BenchOwner[] = [];
  for (let number = 0; number < count; number++) {
    const username = `bench-${newId()}@furrow.example`;
    const account = await newOwner({ username, password: 'never used' }, { passwords: noPassword, newId });
    await identity.createAccount(account);
    const { owner } = account;
    const { token } = await issuer.issue({
      owner,
      at: systemClock.now(),
      kind: 'id',
      lifetimeSeconds: 3_600,
      issuer: `${baseUrl}/auth/realms/furrow`,
    });
    owners.push({ id: owner.id, token });
  }
  client.destroy();
  kms.destroy();
  return owners;
}
