import { oauthSecrets } from '../../../adapters/oauth/oauth-secrets.ts';
import { tokenEndpoints } from '../../../adapters/oauth/token-endpoints.ts';
import { givenAddressesSchema } from '../../../domain/providers/addresses.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { oauthApi } from './api.ts';
import { oauthHandlers } from './handlers.ts';
import type { OAuthServices } from './services.ts';

const { PROVIDER_ADDRESSES } = environment('PROVIDER_ADDRESSES');

const services: OAuthServices = {
  ...httpServices(),
  addresses: givenAddressesSchema.parse(JSON.parse(PROVIDER_ADDRESSES)),
  secrets: oauthSecrets,
  tokenEndpoints: tokenEndpoints(),
};

export const handler = serve(oauthApi, oauthHandlers, services);
