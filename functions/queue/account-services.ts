import { credentialChecks } from '../../adapters/aws/dynamodb/credentials/credential-checks.ts';
import { tokenStore } from '../../adapters/aws/dynamodb/credentials/token-store.ts';
import { appKeyStore } from '../../adapters/aws/dynamodb/keys/app-key-store.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { gateStore } from '../../adapters/aws/dynamodb/transport/gate-store.ts';
import { kmsSealer } from '../../adapters/aws/kms/sealer.ts';
import { refreshEndpoint } from '../../adapters/oauth/refresh-endpoint.ts';
import type { AccountServices } from '../../adapters/providers/transport/account-transport.ts';
import { httpWire } from '../../adapters/providers/transport/http-wire.ts';
import { pacing } from '../../adapters/providers/transport/pace.ts';
import { systemClock as clock, newId, random } from '../../adapters/system.ts';
import { allowedRanges } from '../../adapters/webhooks/public-address.ts';
import { givenAddressesSchema } from '../../domain/providers/addresses.ts';
import { environment } from '../http/environment.ts';

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * What a worker needs to call providers in the name of growers. Its needs have to say so: `credentials: 'readWrite'`, `users: 'change'`, `keys: 'find'`, the events of credentials, `secrets`, and
 * `PROVIDER_ADDRESSES`.
 *
 * @example const accounts = accountServices(process.env);
 */
export function accountServices(variables: Readonly<Record<string, string | undefined>>): AccountServices {
  const names = environment(
    'CREDENTIALS_TABLE',
    'USERS_TABLE',
    'EVENTS_TABLE',
    'KEYS_TABLE',
    'SECRETS_KEY_ID',
    'PROVIDER_ADDRESSES',
  );
  const [credentials, users, events] = [
    table(names.CREDENTIALS_TABLE),
    table(names.USERS_TABLE),
    table(names.EVENTS_TABLE),
  ];
  const addresses = givenAddressesSchema.parse(JSON.parse(names.PROVIDER_ADDRESSES));
  const wire = httpWire(allowedRanges(variables));
  return {
    wire,
    addresses,
    tokens: {
      store: tokenStore({ credentials, events, clock, newId }),
      endpoint: refreshEndpoint({ wire, addresses, clock }),
      checks: credentialChecks({ credentials, users, events, clock, newId }),
      appKeys: appKeyStore(table(names.KEYS_TABLE)),
      sealer: kmsSealer(names.SECRETS_KEY_ID, clock),
      clock,
      newId,
      wait,
    },
    paces: pacing({ store: gateStore(credentials, clock, random), clock, wait }),
  };
}
