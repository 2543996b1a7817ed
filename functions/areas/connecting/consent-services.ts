import { consentAttempts } from '../../../adapters/aws/dynamodb/connections/consent-attempts.ts';
import { consentOrigins } from '../../../adapters/aws/dynamodb/connections/consent-origins.ts';
import { credentialStore } from '../../../adapters/aws/dynamodb/credentials/credential-store.ts';
import { appKeyStore } from '../../../adapters/aws/dynamodb/keys/app-key-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { hashOf, oauthSecrets } from '../../../adapters/oauth/oauth-secrets.ts';
import { tokenEndpoints } from '../../../adapters/oauth/token-endpoints.ts';
import { systemClock as clock, newId } from '../../../adapters/system.ts';
import type { ConsentServices } from '../../../domain/connections/consents.ts';
import type { CredentialStore } from '../../../domain/credentials/credential-store.ts';
import { givenAddressesSchema } from '../../../domain/providers/addresses.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { environment } from '../../http/environment.ts';

/** The services that both functions for connecting accounts need. */
export interface ConnectingServices extends ConsentServices {
  credentials: CredentialStore;
  users: UserDirectory;
}

/** From the environment; called once per cold start. */
export function connectingServices(): ConnectingServices {
  const names = environment(
    'USERS_TABLE',
    'KEYS_TABLE',
    'CREDENTIALS_TABLE',
    'EVENTS_TABLE',
    'REQUESTS_TABLE',
    'SECRETS_KEY_ID',
    'PROVIDER_ADDRESSES',
  );
  const [users, keys] = [table(names.USERS_TABLE), table(names.KEYS_TABLE)];
  const credentials = table(names.CREDENTIALS_TABLE);
  return {
    addresses: givenAddressesSchema.parse(JSON.parse(names.PROVIDER_ADDRESSES)),
    secrets: oauthSecrets,
    tokenEndpoints: tokenEndpoints(),
    attempts: consentAttempts(table(names.REQUESTS_TABLE), hashOf),
    origins: consentOrigins(keys),
    appKeys: appKeyStore(keys),
    credentials: credentialStore({ credentials, users, keys, events: table(names.EVENTS_TABLE), clock, newId }),
    users: userDirectory(users),
    sealer: kmsSealer(names.SECRETS_KEY_ID, clock),
    hashOf,
    clock,
    newId,
  };
}
