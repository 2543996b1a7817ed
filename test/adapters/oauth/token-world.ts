import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { credentialChecks } from '../../../adapters/aws/dynamodb/credentials/credential-checks.ts';
import { tokenStore } from '../../../adapters/aws/dynamodb/credentials/token-store.ts';
import { documentClient } from '../../../adapters/aws/dynamodb/table.ts';
import { refreshEndpoint } from '../../../adapters/oauth/refresh-endpoint.ts';
import { httpWire } from '../../../adapters/providers/transport/http-wire.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import type { Clock } from '../../../domain/clock.ts';
import type { TokenServices } from '../../../domain/credentials/tokens/token-services.ts';
import type { Sealer } from '../../../domain/secrets.ts';
import { credentials as keys, region } from '../../../local/credentials.ts';

/** Seals as the real one does, without KMS: each time another text, bound to its scope. */
export const sealer: Sealer = {
  seal: async (scope, text) => [JSON.stringify(scope), randomUUID(), text].join('\n'),
  async open(scope, sealed) {
    const [bound, , text = ''] = sealed.split('\n');
    if (bound !== JSON.stringify(scope)) throw new Error(`sealed for ${bound}`);
    return text;
  },
};

/** What a worker needs to have tokens, on an engine and a provider that may be of another process. */
export function tokenServices(engine: string, provider: string, clock: Clock = systemClock): TokenServices {
  const client = documentClient(new DynamoDBClient({ endpoint: engine, region, credentials: keys }));
  const [credentials, users, events] = ['credentials', 'users', 'events'].map((name) => ({ client, name })) as [
    { client: typeof client; name: string },
    { client: typeof client; name: string },
    { client: typeof client; name: string },
  ];
  const given = { PRODUCTION: { token: `${provider}/token` }, STAGE: { token: `${provider}/token` } };
  return {
    store: tokenStore({ credentials, events, clock, newId }),
    endpoint: refreshEndpoint({
      wire: httpWire('public and loopback'),
      addresses: { JohnDeere: given, ClimateFieldView: given, Trimble: given },
      clock,
    }),
    checks: credentialChecks({ credentials, users, events, clock, newId }),
    appKeys: { sealed: async () => undefined },
    sealer,
    clock,
    newId,
    wait: (milliseconds) => setTimeout(milliseconds),
  };
}
