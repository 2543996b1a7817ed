import * as z from 'zod';
import { defineArea } from '../../http/endpoint.ts';

/** Longer values are refused before they become part of a key. */
const longest = { username: 254, password: 1_024, clientId: 100, grantType: 100, refreshToken: 4_096 };

const required = (name: string, length: number) =>
  z.string(`${name} is required`).min(1, `${name} is required`).max(length);

const realmPath = z.object({ realm: z.string().max(100).describe('The realm: `furrow`.') });

const tokenRequestSchema = z
  .object({
    grant_type: required('grant_type', longest.grantType).describe('`password` or `refresh_token`.'),
    client_id: required('client_id', longest.clientId).describe('The client id that the operator set up.'),
    username: z.string().max(longest.username).optional().describe('Required for `password`.'),
    password: z.string().max(longest.password).optional().describe('Required for `password`.'),
    refresh_token: z.string().max(longest.refreshToken).optional().describe('Required for `refresh_token`.'),
  })
  .meta({ id: 'TokenRequest' });

const tokenSchema = z
  .object({
    access_token: z.string().describe('The access token: `Authorization: Bearer …` of requests below `/v2`.'),
    expires_in: z.int().describe('Seconds.'),
    refresh_expires_in: z.int().describe('Seconds.'),
    refresh_token: z.string().describe('Can be used once; the response carries the next one.'),
    token_type: z.literal('Bearer').describe('How the token is sent.'),
  })
  .meta({ id: 'Token' });

const signInSchema = z
  .strictObject({
    username: required('username', longest.username).describe('Username of the API owner, an e-mail address.'),
    password: required('password', longest.password).describe('The password of the account.'),
    rememberMe: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')], 'must be true or false')
      .optional()
      .describe('Makes the token valid for 30 days instead of 24 hours.'),
  })
  .meta({ id: 'SignIn' });

const keySetSchema = z
  .object({
    keys: z
      .array(
        z.object({
          kid: z.string().describe('Id of the key.'),
          kty: z.string().describe('The type of the key.'),
          alg: z.string().describe('The algorithm of signatures.'),
          use: z.string().describe('What the key is for: signatures.'),
          n: z.string().describe('The modulus, in base64url.'),
          e: z.string().describe('The exponent, in base64url.'),
        }),
      )
      .describe('The public keys; tokens name the one that signed them in `kid`.'),
  })
  .meta({ id: 'KeySet' });

const discoverySchema = z
  .object({
    issuer: z.url().describe('The issuer that tokens name.'),
    token_endpoint: z.url().describe('URL of the token endpoint.'),
    jwks_uri: z.url().describe('URL of the keys that verify tokens.'),
    grant_types_supported: z.array(z.string()).describe('The grant types that the token endpoint takes.'),
    token_endpoint_auth_methods_supported: z
      .array(z.string())
      .describe('How clients authenticate at the token endpoint: not at all.'),
    id_token_signing_alg_values_supported: z.array(z.string()).describe('The algorithms with which tokens are signed.'),
    response_types_supported: z
      .array(z.string())
      .describe('The response types of the authorization endpoint, of which there is none.'),
    subject_types_supported: z
      .array(z.string())
      .describe('The types of identifiers in tokens, as OpenID Connect Discovery names them.'),
  })
  .meta({ id: 'Discovery' });

/** Area A: tokens. The only operations that are called without one. */
export const tokensApi = defineArea({
  name: 'tokens',
  title: 'Tokens',
  letter: 'A',
  description: 'The endpoints with which an API owner gets the token that all other calls carry.',
  base: '',
  endpoints: {
    authenticate: {
      method: 'POST',
      path: '/api/authenticate',
      summary: 'Get a legacy token',
      description:
        'The token works for paths without `/v2`, for 24 hours, or for 30 days with `rememberMe`. After five wrong passwords for a username in 15 minutes from one network, further attempts from that network get 429 with `Retry-After` until the 15 minutes are over. While attempts for a username fail from many networks, a network from which the user has never signed in has to wait 30 seconds first.',
      access: 'public',
      body: {
        kind: 'json',
        schema: signInSchema,
        example: { username: 'demo@furrow.example', password: 'your password', rememberMe: false },
      },
      responses: {
        200: {
          description: 'The token.',
          schema: z
            .object({
              id_token: z.string().describe('The token: `Authorization: Bearer …` of requests without `/v2`.'),
            })
            .meta({ id: 'LegacyToken' }),
        },
      },
    },
    issueToken: {
      method: 'POST',
      path: '/auth/realms/{realm}/protocol/openid-connect/token',
      summary: 'Get or refresh an OAuth 2.0 access token',
      description:
        'The grant types are `password` and `refresh_token`. The access token works under `/v2`. Errors follow RFC 6749: `invalid_request`, `invalid_grant`, `unsupported_grant_type` (400), `invalid_client` (401). A refresh token still works for 30 seconds after it was exchanged; later use revokes all tokens derived from it.',
      access: 'public',
      oauthErrors: true,
      params: realmPath,
      body: { kind: 'form', schema: tokenRequestSchema },
      responses: { 200: { description: 'The tokens.', schema: tokenSchema } },
    },
    discover: {
      method: 'GET',
      path: '/auth/realms/{realm}/.well-known/openid-configuration',
      summary: 'Get the URLs of the token endpoint and of its keys',
      access: 'public',
      addition: true,
      params: realmPath,
      responses: { 200: { description: 'The discovery document.', schema: discoverySchema } },
    },
    listKeys: {
      method: 'GET',
      path: '/auth/realms/{realm}/protocol/openid-connect/certs',
      summary: 'Get the keys that verify tokens',
      access: 'public',
      addition: true,
      params: realmPath,
      responses: { 200: { description: 'A JSON Web Key Set.', schema: keySetSchema } },
    },
  },
});
