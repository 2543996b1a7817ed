import * as z from 'zod';
import { givenUrl } from '../../../../domain/given-url.ts';
import { written } from '../../../../domain/providers/member-schemas.ts';
import type { RequestBody } from '../../../http/endpoint.ts';

/** Schemas of the members of bodies, whose names differ by provider. Unknown members are ignored. */
export const id = written(500).describe('The client id of the application, as it is registered at the provider.');
export const secret = written(2_000).describe('The client secret of the application. It is neither stored nor logged.');
export const code = written(4_000).describe(
  'The code that arrived at the redirect URL. It can be used once, within minutes.',
);
export const address = givenUrl({ schemes: ['https', 'http'], maxLength: 2_000 });
export const redirect = address.describe(
  'The URL to which the provider sends the grower back, exactly as registered there.',
);
export const response = address.describe('The complete URL to which the browser was sent back.');
export const environment = z
  .enum(['STAGE', 'PRODUCTION'])
  .describe('`PRODUCTION` for real accounts, `STAGE` for sandbox accounts.');
export const production = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], 'must be true or false')
  .default(false)
  .describe('true for real accounts, false for sandbox accounts.');

const consentSchema = z
  .object({
    url: z.url().describe("The URL to which to send the grower's browser."),
    state: z.string().describe('Comes back together with the code. Reject a callback whose state differs.'),
  })
  .meta({ id: 'OAuthConsent' });

const consentWithKeySchema = consentSchema
  .extend({ codeVerifier: z.string().describe('Store it, and send it with the code.') })
  .meta({ id: 'OAuthConsentWithKey' });

const tokensSchema = z
  .looseObject({
    access_token: z.string().optional().describe('The access token, with which the provider is called.'),
    refresh_token: z.string().optional().describe('The refresh token; absent if the provider issues none.'),
    expires_in: z.number().optional().describe('Seconds.'),
    token_type: z.string().optional().describe('How the access token is sent, such as `Bearer`.'),
  })
  .meta({ id: 'ProviderTokens' });

const upstream = {
  502: 'The provider failed, could not be reached, or sent an invalid response; `providerStatus` is its HTTP status.',
  503: 'No URL is configured for the provider; the operator sets it.',
  504: 'The provider did not respond in time.',
};

/** An endpoint that returns the URL of a provider's consent page. */
export function consentEndpoint<const Path extends `/${string}`, S extends z.ZodType>(
  path: Path,
  name: string,
  schema: S,
  example: object,
) {
  return {
    method: 'POST',
    path,
    summary: `Get the URL of the consent page of ${name}`,
    description: `Builds the URL from the members of your application at ${name}, which is not asked. Keep the state: a callback with another one is not yours. Then exchange the code for tokens.`,
    access: 'owner',
    body: { kind: 'json', schema, example },
    responses: { 200: { description: 'The URL, and the state that the provider sends back.', schema: consentSchema } },
    errors: { 503: upstream[503] },
  } as const;
}

/** An endpoint that returns the URL of the consent page of a provider that requires PKCE. */
export function consentWithKeyEndpoint<const Path extends `/${string}`, S extends z.ZodType>(
  path: Path,
  name: string,
  schema: S,
  example: object,
) {
  const endpoint = consentEndpoint(path, name, schema, example);
  const description = 'The URL, the state that the provider sends back, and the code verifier.';
  return { ...endpoint, responses: { 200: { description, schema: consentWithKeySchema } } } as const;
}

/** An endpoint that exchanges a code, or a key, for tokens. */
export function tokenEndpoint<const Path extends `/${string}`, const B extends RequestBody & { kind: 'json' | 'form' }>(
  path: Path,
  name: string,
  body: B,
) {
  return {
    method: 'POST',
    path,
    summary: `Get tokens from ${name}`,
    description:
      "Returns the response of the provider's token endpoint. Nothing of it is stored or logged. 400 `grantRefused` when the provider refuses the code, the client or the account.",
    access: 'owner',
    body,
    responses: { 200: { description: 'The tokens in the form of the provider.', schema: tokensSchema } },
    errors: upstream,
  } as const;
}
