import * as z from 'zod';
import { applicationMembers, applicationSchema } from '../../../../domain/connections/application.ts';
import { signInSchema } from '../../../../domain/connections/connection.ts';
import { consentMinutes } from '../../../../domain/connections/consent-attempts.ts';
import { invalid } from '../../../../domain/errors.ts';
import { connectionsSchema } from '../../../../domain/organizations/organization.ts';
import type { Provider } from '../../../../domain/providers/provider.ts';
import { type ProviderKey, providers } from '../../../../domain/providers/providers.ts';
import { defineArea, type Endpoint } from '../../../http/endpoint.ts';
import { type Finder, userInPath } from '../../../http/existence.ts';
import { userIdInPath } from '../../../http/parameters.ts';
import { oneClickBase } from '../sign-in-url.ts';

/** Providers at which growers consent on a page. */
export const consentProviders = (providers as readonly Provider<ProviderKey>[]).filter(
  ({ grant }) => grant !== undefined,
);

/** The provider from which a browser returns. */
const consentProvider: Finder<{ params: { provider: string } }, object, ProviderKey> = async ({
  params: { provider },
}) => {
  const found = consentProviders.find(({ key }) => key === provider);
  if (!found) throw invalid('#/provider', 'This sign-in is unknown: there is no such provider.', 'consentUnknown');
  return found.key;
};

const text = z.string().max(4_000).optional();

const resultSchema = connectionsSchema
  .extend({
    status: z.literal('CREDENTIAL_ASSIGNED').describe('Says that the credential is attached to the service user.'),
    message: z.string().describe('The result as a sentence, for the grower.'),
  })
  .meta({ id: 'OneClickResult' });

const upstream = {
  502: 'The provider refused the request, could not be reached, or sent an invalid response; `providerStatus` is its HTTP status.',
  503: 'No URL is configured for the provider; the operator sets it.',
  504: 'The provider did not respond in time.',
};

/** How often one network may open a sign-in, and how many unknown ones; it may be a whole office. */
const browsersPerMinute = 300;

/** Members of endpoints that browsers open: errors are pages in the language of the browser. */
const forBrowsers = {
  method: 'GET',
  access: 'public',
  addition: true,
  actsOnGet: true,
  perMinute: browsersPerMinute,
  errorPages: true,
  conflict: 'The sign-in has already ended.',
} as const;
const beginAnew = {
  403: 'The sign-in was started in another browser.',
  410: 'The sign-in has expired, or the link or API key that started it was revoked.',
};

function startEndpoint(row: Provider<ProviderKey>) {
  return {
    method: 'POST',
    path: `/users/{svcUserId}/one-click-integration/${row.key}`,
    summary: `Start connecting an account at ${row.displayName}`,
    description: `Send the grower's browser to \`signInUrl\` within ${consentMinutes} minutes. It is redirected to ${row.displayName} and back to Furrow, where
the credential is attached. The application is an app key of the owner, or the one in the body. If the user has a credential already, the
new consent replaces its tokens, and its \`id\` stays.`,
    access: 'owner',
    addition: true,
    params: z.object({ svcUserId: userIdInPath }),
    exists: { user: userInPath },
    body: {
      kind: 'json',
      schema: applicationSchema(row),
      example: exampleFor(row),
      hasSecrets: true,
    },
    responses: {
      200: {
        description: 'The URL to which to send the browser.',
        schema: signInSchema,
      },
    },
    errors: { 503: upstream[503] },
  } as const satisfies Endpoint;
}

function exampleFor(row: Provider): Record<string, string> {
  if (row.appKey) return {};
  return Object.fromEntries(Object.keys(applicationMembers(row)).map((name) => [name, `your ${name}`]));
}

type Starts = { [Key in ProviderKey as `start${Key}OneClick`]: ReturnType<typeof startEndpoint> };

const starts = Object.fromEntries(
  consentProviders.map((row) => [`start${row.key}OneClick`, startEndpoint(row)]),
) as unknown as Starts;

/** One-click integration: a grower consents at a provider, and the credential is attached to the service user. */
export const oneClickApi = defineArea({
  name: 'one-click',
  title: 'One-click integration',
  letter: 'D',
  description:
    'Connects an account of a grower at a provider through the consent page of the provider. No secret passes through the application of the owner, and the grower gives nobody a password.',
  base: oneClickBase,
  endpoints: {
    ...starts,
    openSignIn: {
      ...forBrowsers,
      path: '/users/one-click-integration/{provider}/start/{ticket}',
      summary: 'Send a browser to the consent page',
      description: `The target of \`signInUrl\`. The browser gets a cookie, which it must send when it comes back, and is redirected to the provider. The URL can be opened again within ${consentMinutes} minutes.`,
      secret: { name: 'ticket', unknown: 'consentUnknown' },
      params: z.object({
        provider: z.string().max(100).describe('Key of the provider, as in the path that started the sign-in.'),
        ticket: z.string().max(100).describe('The secret of the sign-in, from `signInUrl`.'),
      }),
      exists: { provider: consentProvider },
      responses: { 303: { description: 'Redirects to the page of the provider.' } },
      errors: { 410: beginAnew[410], 503: upstream[503] },
    },
    finishSignIn: {
      ...forBrowsers,
      path: '/users/one-click-integration/{provider}/callback',
      summary: 'Receive a browser from a provider',
      description: `Register this URL with the application at the provider. The response is a page, or JSON for callers that ask for it. The state is valid once, for ${consentMinutes} minutes, and only in the browser that was sent to the provider.`,
      secret: { name: 'state', unknown: 'consentUnknown' },
      params: z.object({
        provider: z.string().max(100).describe('Key of the provider, as in the path that started the sign-in.'),
      }),
      exists: { provider: consentProvider },
      query: z.object({
        state: z
          .string()
          .max(500)
          .default('')
          .describe('The state that Furrow sent to the provider; it names the sign-in.'),
        code: text.describe('The code of the consent, which is exchanged for tokens.'),
        error: text.describe('Why there is no code, as RFC 6749 names it.'),
        error_description: text.describe('The same in words of the provider.'),
      }),
      responses: {
        200: {
          description: 'The account is connected.',
          contentType: 'text/html; charset=utf-8',
          otherTypes: { 'application/json': resultSchema },
        },
      },
      errors: { ...beginAnew, ...upstream },
    },
  },
});
