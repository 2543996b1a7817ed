import { addressesOf, type GivenAddresses } from '../providers/addresses.ts';
import type { ClientEnvironment } from '../providers/provider.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';
import { type AskedConsent, type Consent, consentOf, grantOf, notConfigured, type OAuthSecrets } from './consent.ts';
import type { GivenByCaller, TokenEndpoints, Tokens } from './token-endpoint.ts';

export interface GrantServices {
  /** The URLs that the operator configured. */
  addresses: GivenAddresses;
  secrets: OAuthSecrets;
  tokenEndpoints: TokenEndpoints;
}

/** An authorization code, with the client and redirect URI that it was issued for. */
export interface ReturnedCode {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  code: string;
  codeVerifier?: string | undefined;
  /** `code` when the client is the owner's and the caller is a grower's browser. */
  givenByCaller: Exclude<GivenByCaller, 'nothing'>;
}

/**
 * Builds the URL of a provider's consent page, for one provider and environment.
 *
 * @example const { url, state, codeVerifier } = askConsent('JohnDeere', 'PRODUCTION', asked, services);
 */
export function askConsent(
  key: ProviderKey,
  environment: ClientEnvironment,
  asked: AskedConsent,
  { addresses, secrets }: Pick<GrantServices, 'addresses' | 'secrets'>,
): Consent {
  const { grant, parameters, consent } = grantOf(
    providerOf(key),
    environment,
    addressesOf(key, environment, addresses),
  );
  return consentOf({ grant, parameters, address: consent }, asked, secrets);
}

/**
 * Exchanges a code for tokens (RFC 6749 § 4.1.3).
 *
 * @example const tokens = await exchangeCode('JohnDeere', 'PRODUCTION', returned, services);
 */
export function exchangeCode(
  key: ProviderKey,
  environment: ClientEnvironment,
  { clientId, clientSecret, redirectUri, code, codeVerifier, givenByCaller }: ReturnedCode,
  { addresses, tokenEndpoints }: Pick<GrantServices, 'addresses' | 'tokenEndpoints'>,
): Promise<Tokens> {
  const provider = providerOf(key);
  const { grant, token } = grantOf(provider, environment, addressesOf(key, environment, addresses));
  const isBasic = grant.clientProof === 'basic';
  return tokenEndpoints.ask({
    displayName: provider.displayName,
    address: token,
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...(!isBasic && { client_id: clientId, client_secret: clientSecret }),
      ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
    },
    basic: isBasic ? { user: clientId, password: clientSecret } : undefined,
    givenByCaller,
  });
}

/** At a provider without a consent page, a username and a password are exchanged for a key (`signIn`), and the key for tokens. */
export function askWithoutConsent(
  provider: ProviderKey,
  step: 'signIn' | 'token',
  { form, givenByCaller }: { form: Readonly<Record<string, string>>; givenByCaller: GivenByCaller },
  { addresses, tokenEndpoints }: Pick<GrantServices, 'addresses' | 'tokenEndpoints'>,
): Promise<Tokens> {
  const { displayName } = providerOf(provider);
  const address = addressesOf(provider, 'PRODUCTION', addresses)[step];
  if (address === undefined) throw notConfigured(displayName, provider);
  return tokenEndpoints.ask({ displayName, address, form, givenByCaller });
}
