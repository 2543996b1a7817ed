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

/** Nobody signs in with it, so it need not be slow. */
const noPassword = { hash: async () => 'scrypt$2$1$1$AAAA$AAAA', matches: async () => false };

/** Makes so many owners. One owner may ask 1,000 times a minute, so a measurement of speed takes turns between many. */
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
