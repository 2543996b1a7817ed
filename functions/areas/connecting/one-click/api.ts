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
import { idInPath } from '../../../http/parameters.ts';
import { oneClickBase } from '../sign-in-url.ts';

/** Providers at which growers consent on a page. */
export const consentProviders = (providers as readonly Provider<ProviderKey>[]).filter(
  ({ grant }) => grant !== undefined,
);

/** The provider that a browser comes back from. */
const consentProvider: Finder<{ params: { provider: string } }, object, ProviderKey> = async ({
  params: { provider },
}) => {
  const found = consentProviders.find(({ key }) => key === provider);
  if (!found) throw invalid('#/provider', 'This sign-in is not known: there is no such provider.', 'consentUnknown');
  return found.key;
};

const text = z.string().max(4_000).optional();

const resultSchema = connectionsSchema
  .extend({ status: z.literal('CREDENTIAL_ASSIGNED'), message: z.string() })
  .meta({ id: 'OneClickResult' });

const upstream = {
  502: 'The provider refused, cannot be reached, or answered nonsense: `providerStatus` is its status.',
  503: 'No address is known for the provider: the operator sets it.',
  504: 'The provider did not answer in time.',
};

/** A whole office may be one network. */
const browsersPerMinute = 300;

/** Where a browser is sent: errors are pages, in the language that it asks for. */
const forBrowsers = {
  method: 'GET',
  access: 'public',
  addition: true,
  actsOnGet: true,
  perMinute: browsersPerMinute,
  errorPages: true,
  conflict: 'The sign-in has ended before, or the user has a credential for the provider.',
} as const;
const beginAnew = { 403: 'The sign-in was begun in another browser.', 410: 'The time for the sign-in is over.' };

function startEndpoint(row: Provider<ProviderKey>) {
  return {
    method: 'POST',
    path: `/users/{svcUserId}/one-click-integration/${row.key}`,
    family: { operationId: 'startOneClick', path: '/users/{svcUserId}/one-click-integration/{provider}' },
    summary: `Begin to connect an account at ${row.displayName}`,
    description: `Send the grower's browser to \`signInUrl\` within ${consentMinutes} minutes. It goes on to ${row.displayName}, comes back here, and
the credential is attached. The application is an app key of the owner, or the one that the body has.`,
    access: 'owner',
    addition: true,
    conflict: `The user has a ${row.displayName} credential already.`,
    params: z.object({ svcUserId: idInPath }),
    exists: { user: userInPath },
    body: {
      kind: 'json',
      schema: applicationSchema(row),
      example: exampleFor(row),
      hasSecrets: true,
    },
    responses: {
      200: {
        description: 'Where the browser is sent.',
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
    'Connects an account of a grower at a provider by its consent: no secret passes through the application of the owner, and the grower tells nobody a password.',
  base: oneClickBase,
  endpoints: {
    ...starts,
    openSignIn: {
      ...forBrowsers,
      path: '/users/one-click-integration/{provider}/start/{ticket}',
      summary: 'Send a browser to consent',
      description: `What \`signInUrl\` leads to. The browser gets a cookie that it has to come back with, and goes on to the provider. The URL can be opened again within ${consentMinutes} minutes.`,
      params: z.object({ provider: z.string().max(100), ticket: z.string().max(100) }),
      exists: { provider: consentProvider },
      responses: { 303: { description: 'To the page of the provider.' } },
      errors: { 410: beginAnew[410], 503: upstream[503] },
    },
    finishSignIn: {
      ...forBrowsers,
      path: '/users/one-click-integration/{provider}/callback',
      summary: 'Where a provider sends browsers back',
      description: `Register this URL with the application at the provider. The answer is a page, or JSON for callers that ask for it. The state is good once, for ${consentMinutes} minutes, and in the browser that was sent to the provider.`,
      params: z.object({ provider: z.string().max(100) }),
      exists: { provider: consentProvider },
      query: z.object({ state: z.string().max(500).default(''), code: text, error: text, error_description: text }),
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
