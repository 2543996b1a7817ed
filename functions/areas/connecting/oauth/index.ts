import { appKeyStore } from '../../../../adapters/aws/dynamodb/keys/app-key-store.ts';
import { table } from '../../../../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../../../../adapters/aws/kms/sealer.ts';
import { oauthSecrets } from '../../../../adapters/oauth/oauth-secrets.ts';
import { tokenEndpoints } from '../../../../adapters/oauth/token-endpoints.ts';
import { systemClock } from '../../../../adapters/system.ts';
import { givenAddressesSchema } from '../../../../domain/providers/addresses.ts';
import { environment } from '../../../http/environment.ts';
import { serve } from '../../../http/serve.ts';
import { httpServices } from '../../../http/services.ts';
import { oauthApi } from './api.ts';
import { oauthHandlers } from './handlers.ts';
import type { OAuthServices } from './services.ts';

const { PROVIDER_ADDRESSES, KEYS_TABLE, SECRETS_KEY_ID } = environment(
  'PROVIDER_ADDRESSES',
  'KEYS_TABLE',
  'SECRETS_KEY_ID',
);

const services: OAuthServices = {
  ...httpServices(),
  addresses: givenAddressesSchema.parse(JSON.parse(PROVIDER_ADDRESSES)),
  secrets: oauthSecrets,
  tokenEndpoints: tokenEndpoints(),
  appKeys: appKeyStore(table(KEYS_TABLE)),
  sealer: kmsSealer(SECRETS_KEY_ID, systemClock),
};

export const handler = serve(oauthApi, oauthHandlers, services);
