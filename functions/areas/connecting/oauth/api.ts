import * as z from 'zod';
import { defineArea } from '../../../http/endpoint.ts';
import {
  address,
  code,
  consentEndpoint,
  consentWithKeyEndpoint,
  environment,
  id,
  production,
  redirect,
  response,
  secret,
  tokenEndpoint,
} from './slots.ts';

const back = 'https://app.example.com/connected';
const backWithCode = `${back}?code=a1b2c3&state=x7`;

const johnDeere = z.object({ clientKey: id, clientSecret: secret, clientRedirectUrl: redirect });
const johnDeereExample = { clientKey: 'your client key', clientSecret: 'your client secret', clientRedirectUrl: back };
const cnh = z.object({ client_id: id, client_redirect_url: redirect, production });
const cnhExample = { client_id: 'your client id', client_redirect_url: back, production: false };
const withSecret = { client_secret: secret };
const secretExample = { client_secret: 'your client secret' };
const cnhResponse = { ...withSecret, response_url: response };
const cnhResponseExample = { ...cnhExample, ...secretExample, response_url: backWithCode };

/** Area B: helpers for the consent of growers at seven providers, and for both generations of CNH's platform. */
export const oauthApi = defineArea({
  name: 'oauth',
  title: 'OAuth helpers',
  letter: 'B',
  description:
    "Endpoints that build the URL of a provider's consent page and exchange the returned code for tokens. The names of members follow each provider. Unknown members are ignored.",
  base: '/api/oauth',
  endpoints: {
    getJohnDeereUrl: consentEndpoint('/john-deere/get-url', 'John Deere', johnDeere, johnDeereExample),
    getJohnDeereToken: tokenEndpoint('/john-deere/get-token', 'John Deere', {
      kind: 'json',
      schema: johnDeere.extend({ responseUrl: response }),
      example: { ...johnDeereExample, responseUrl: backWithCode },
    }),
    getClimateFieldViewUrl: consentEndpoint(
      '/climate-field-view/url',
      'Climate FieldView',
      z.object({ client_id: id, redirect_uri: redirect }),
      { client_id: 'your client id', redirect_uri: back },
    ),
    getClimateFieldViewToken: tokenEndpoint('/climate-field-view/token', 'Climate FieldView', {
      kind: 'form',
      schema: z
        .object({
          code,
          redirect_uri: redirect,
          grant_type: z
            .literal('authorization_code', 'must be authorization_code')
            .describe('What is exchanged for tokens: the code.'),
          client_id: id
            .optional()
            .describe('Names one of several app keys for the provider. Without it, your only app key is used.'),
          client_secret: secret.optional().describe('With `client_id`, the client to use in place of an app key.'),
        })
        .refine(({ client_id, client_secret }) => client_secret === undefined || client_id !== undefined, {
          path: ['client_id'],
          error: 'is required with client_secret',
        }),
      example: { code: 'a1b2c3', redirect_uri: back, grant_type: 'authorization_code' },
    }),
    getCnhiUrl: consentEndpoint('/cnhi/get-url', 'CNHi', cnh.extend(withSecret), { ...cnhExample, ...secretExample }),
    getCnhiToken: tokenEndpoint('/cnhi/get-token', 'CNHi', {
      kind: 'json',
      schema: cnh.extend(cnhResponse),
      example: cnhResponseExample,
    }),
    getRavenUrl: consentEndpoint(
      '/raven/get-url',
      'Raven',
      z.object({ client_id: id, client_redirect_url: redirect }),
      { client_id: 'your client id', client_redirect_url: back },
    ),
    getRavenToken: tokenEndpoint('/raven/get-token', 'Raven', {
      kind: 'json',
      schema: z.object({ client_id: id, client_secret: secret, redirect_url: redirect, code }),
      example: { client_id: 'your client id', ...secretExample, redirect_url: back, code: 'a1b2c3' },
    }),
    authenticateStara: {
      ...tokenEndpoint('/stara/authenticate', 'Stara', {
        kind: 'form',
        schema: z.object({
          user: id.describe('The username of the grower’s account.'),
          pwd: secret.describe('The password of the grower’s account. It is neither stored nor logged.'),
        }),
        example: {
          user: 'your username',
          pwd: 'your password',
        },
      }),
      summary: 'Get the key of an account at Stara',
      description:
        'Stara has no consent page: a username and a password are exchanged for a key, and the key for tokens.',
      responses: {
        200: {
          description: 'The key.',
          schema: z
            .looseObject({ key: z.string().describe('The `apiKey` for the next step.') })
            .meta({ id: 'StaraKey' }),
        },
      },
    },
    getStaraToken: {
      ...tokenEndpoint('/stara/token', 'Stara', {
        kind: 'form',
        schema: z.object({
          accessTokenClient: secret.describe('The token of your application, which Stara issues.'),
          apiKey: secret.describe('The `key` of the account, from the first step.'),
        }),
        example: { accessTokenClient: 'your client token', apiKey: 'the key of the account' },
      }),
      responses: {
        200: {
          description: 'The tokens, with the member names of Stara.',
          schema: z
            .looseObject({
              X_access_token: z.string().optional().describe('The access token, with which the provider is called.'),
              refresh_Token: z
                .string()
                .optional()
                .describe('The refresh token, with which new access tokens are obtained.'),
            })
            .meta({ id: 'StaraTokens' }),
        },
      },
    },
    getTrimbleUrl: consentEndpoint(
      '/trimble/get-url',
      'Trimble',
      z.object({
        application_name: id.describe('The name of the application, as it is registered at Trimble.'),
        client_id: id,
        client_redirect_url: redirect,
      }),
      { application_name: 'your application', client_id: 'your client id', client_redirect_url: back },
    ),
    getTrimbleToken: tokenEndpoint('/trimble/get-token', 'Trimble', {
      kind: 'json',
      schema: z.object({ client_id: id, redirect_url: redirect, client_secret: secret, code }),
      example: { client_id: 'your client id', redirect_url: back, ...secretExample, code: 'a1b2c3' },
    }),
    getLindsayUrl: consentWithKeyEndpoint(
      '/lindsay/url',
      'Lindsay',
      z.object({ clientId: id, redirectUri: redirect, environment }),
      { clientId: 'your client id', redirectUri: back, environment: 'STAGE' },
    ),
    getLindsayToken: tokenEndpoint('/lindsay/token', 'Lindsay', {
      kind: 'json',
      schema: z.object({
        clientId: id,
        clientSecret: secret,
        redirectUri: redirect,
        responseUrl: address.describe('The complete URL to which the browser was sent back.'),
        codeVerifier: z.string().min(43).max(128).describe('The value that `url` returned.'),
        environment,
      }),
      example: {
        clientId: 'your client id',
        clientSecret: 'your client secret',
        redirectUri: back,
        responseUrl: backWithCode,
        codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        environment: 'STAGE',
      },
    }),
    getHelperUrl: consentEndpoint('/helper/get_url', 'CNHi', cnh, cnhExample),
    getHelperToken: tokenEndpoint('/helper/get_token', 'CNHi', {
      kind: 'json',
      schema: cnh.extend(cnhResponse),
      example: cnhResponseExample,
    }),
    getFieldOpsUrl: consentEndpoint('/helper/fieldops/get_url', 'CNH FieldOps', cnh, cnhExample),
    getFieldOpsToken: tokenEndpoint('/helper/fieldops/get_token', 'CNH FieldOps', {
      kind: 'json',
      schema: cnh.extend(cnhResponse),
      example: cnhResponseExample,
    }),
  },
});
