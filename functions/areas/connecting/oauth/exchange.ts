import { askConsent, exchangeCode } from '../../../../domain/oauth/code-grant.ts';
import { type Consent, codeIn } from '../../../../domain/oauth/consent.ts';
import type { Tokens } from '../../../../domain/oauth/token-endpoint.ts';
import type { ClientEnvironment } from '../../../../domain/providers/provider.ts';
import type { OAuthServices } from './services.ts';

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
    givenByCaller: 'all',
  } as const;
  return exchangeCode(key, environmentOf(body.production), returned, services);
}

/** Exchanges a code that the body has as it is, at a provider with one page of consent for both environments. */
export function exchangePlainCode(
  key: 'Raven' | 'Trimble',
  body: { client_id: string; client_secret: string; code: string },
  redirectUri: string,
  services: OAuthServices,
): Promise<Tokens> {
  const { client_id: clientId, client_secret: clientSecret, code } = body;
  return exchangeCode(key, 'PRODUCTION', { clientId, clientSecret, redirectUri, code, givenByCaller: 'all' }, services);
}

function environmentOf(isProduction: boolean): ClientEnvironment {
  return isProduction ? 'PRODUCTION' : 'STAGE';
}
