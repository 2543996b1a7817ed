import {
  type AskedConsent,
  type Consent,
  codeIn,
  consentOf,
  grantOf,
  notConfigured,
} from '../../../domain/oauth/consent.ts';
import type { Tokens } from '../../../domain/oauth/token-endpoint.ts';
import { addressesOf } from '../../../domain/providers/addresses.ts';
import type { ClientEnvironment } from '../../../domain/providers/provider.ts';
import { type ProviderKey, providerOf } from '../../../domain/providers/providers.ts';
import type { OAuthServices } from './services.ts';

/** A code, and what it was given for. */
export interface ReturnedCode {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  code: string;
  codeVerifier?: string;
}

/** Where a grower consents, for one provider and environment. */
export function askConsent(
  key: ProviderKey,
  environment: ClientEnvironment,
  asked: AskedConsent,
  { addresses, secrets }: OAuthServices,
): Consent {
  const { grant, parameters, consent } = grantOf(
    providerOf(key),
    environment,
    addressesOf(key, environment, addresses),
  );
  return consentOf({ grant, parameters, address: consent }, asked, secrets);
}

/** Exchanges a code for tokens (RFC 6749 § 4.1.3). */
export function exchangeCode(
  key: ProviderKey,
  environment: ClientEnvironment,
  { clientId, clientSecret, redirectUri, code, codeVerifier }: ReturnedCode,
  { addresses, tokenEndpoints }: OAuthServices,
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
  });
}

interface CnhBody {
  client_id: string;
  client_redirect_url: string;
  production: boolean;
}

/** Both generations of CNH's platform are asked alike. */
export function askCnhConsent(key: 'CNHI' | 'CNHIFieldOps', body: CnhBody, services: OAuthServices): Consent {
  const asked = { clientId: body.client_id, redirectUri: body.client_redirect_url };
  return askConsent(key, environmentOf(body.production), asked, services);
}

export function exchangeCnhCode(
  key: 'CNHI' | 'CNHIFieldOps',
  body: CnhBody & { client_secret: string; response_url: string },
  services: OAuthServices,
): Promise<Tokens> {
  const returned = {
    clientId: body.client_id,
    clientSecret: body.client_secret,
    redirectUri: body.client_redirect_url,
    code: codeIn(body.response_url, '#/response_url'),
  };
  return exchangeCode(key, environmentOf(body.production), returned, services);
}

/** Stara has no page of consent: a username and a password become a key, and the key becomes tokens. */
export function askStara(
  step: 'signIn' | 'token',
  form: Readonly<Record<string, string>>,
  { addresses, tokenEndpoints }: OAuthServices,
): Promise<Tokens> {
  const { displayName, key } = providerOf('Stara');
  const address = addressesOf(key, 'PRODUCTION', addresses)[step];
  if (address === undefined) throw notConfigured(displayName, key);
  return tokenEndpoints.ask({ displayName, address, form });
}

function environmentOf(isProduction: boolean): ClientEnvironment {
  return isProduction ? 'PRODUCTION' : 'STAGE';
}
