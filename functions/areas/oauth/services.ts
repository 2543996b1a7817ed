import type { OAuthSecrets } from '../../../domain/oauth/consent.ts';
import type { TokenEndpoints } from '../../../domain/oauth/token-endpoint.ts';
import type { GivenAddresses } from '../../../domain/providers/addresses.ts';
import type { HttpServices } from '../../http/serve.ts';

export interface OAuthServices extends HttpServices {
  /** Those that the operator set. */
  addresses: GivenAddresses;
  secrets: OAuthSecrets;
  tokenEndpoints: TokenEndpoints;
}
