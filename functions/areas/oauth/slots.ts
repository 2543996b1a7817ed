import * as z from 'zod';
import type { RequestBody } from '../../http/endpoint.ts';

/** Schemas of the members of bodies, whose names differ by provider. Unknown members are ignored. */
export const id = z.string().min(1).max(500);
export const secret = z.string().min(1).max(2_000);
export const code = z.string().min(1).max(4_000).describe('As it came to the redirect URL; valid once, for minutes.');
export const address = z
  .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
  .max(2_000);
export const redirect = address.describe('Where the provider sends the grower back, as it is registered there.');
export const response = address.describe('The whole URL to which the browser was sent back.');
export const environment = z.enum(['STAGE', 'PRODUCTION']);
export const production = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], 'must be true or false')
  .default(false)
  .describe('true for real accounts, false for the accounts of the sandbox.');

const consentSchema = z
  .object({
    url: z.url().describe("Where to send the grower's browser."),
    state: z.string().describe('Comes back beside the code. Refuse an answer with another one.'),
  })
  .meta({ id: 'OAuthConsent' });

const consentWithKeySchema = consentSchema
  .extend({ codeVerifier: z.string().describe('Keep it, and send it with the code.') })
  .meta({ id: 'OAuthConsentWithKey' });

const tokensSchema = z
  .looseObject({
    access_token: z.string().optional(),
    refresh_token: z.string().optional(),
    expires_in: z.number().optional().describe('Seconds.'),
    token_type: z.string().optional(),
  })
  .meta({ id: 'ProviderTokens' });

const upstream = {
  502: 'The provider refused, cannot be reached, or answered nonsense: `providerStatus` is its status.',
  503: 'No address is known for the provider: the operator sets it.',
  504: 'The provider did not answer in time.',
};

/** The helpers share two routes of the gateway, which has room for 300. */
function familyOf(path: string) {
  return path.startsWith('/helper/fieldops/')
    ? { operationId: 'fieldOpsHelpers', path: '/helper/fieldops/{action}' }
    : { operationId: 'oauthHelpers', path: '/{slot}/{action}' };
}

/** An endpoint that tells where a grower consents. */
export function consentEndpoint<const Path extends `/${string}`, S extends z.ZodType>(
  path: Path,
  name: string,
  schema: S,
  example: object,
) {
  return {
    method: 'POST',
    path,
    family: familyOf(path),
    summary: `Where a grower consents at ${name}`,
    access: 'owner',
    body: { kind: 'json', schema, example },
    responses: { 200: { description: 'The URL, and the state that comes back.', schema: consentSchema } },
    errors: { 503: upstream[503] },
  } as const;
}

/** An endpoint that tells where a grower consents at a provider that wants a proof key. */
export function consentWithKeyEndpoint<const Path extends `/${string}`, S extends z.ZodType>(
  path: Path,
  name: string,
  schema: S,
  example: object,
) {
  const endpoint = consentEndpoint(path, name, schema, example);
  const description = 'The URL, the state that comes back, and the verifier of the code.';
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
    family: familyOf(path),
    summary: `Get tokens of ${name}`,
    description: "Answers what the provider's token endpoint answers. Nothing of it is kept or logged.",
    access: 'owner',
    body,
    responses: { 200: { description: 'The tokens, as the provider gave them.', schema: tokensSchema } },
    errors: upstream,
  } as const;
}
