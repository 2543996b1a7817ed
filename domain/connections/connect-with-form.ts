import type { SealedCredential } from '../credentials/credential.ts';
import { invalid, Problem } from '../errors.ts';
import { askWithoutConsent } from '../oauth/code-grant.ts';
import { bodySchema } from '../providers/member-schemas.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';
import { type Application, openApplication } from './application.ts';
import { attachConnected, type Connecting, type ConsentServices } from './consents.ts';

/** Connects an account at a provider without a consent page, with the values that the grower filled in. */
export async function connectWithForm(
  connecting: Connecting,
  application: Application,
  filledIn: unknown,
  services: ConsentServices,
): Promise<SealedCredential> {
  const members = checkedForm(connecting, filledIn);
  const { signIn } = providerOf(connecting.provider).addresses.PRODUCTION;
  if (signIn === undefined) return attachConnected(connecting, application, members, services, true);
  const tokens = await tokensOfKey(connecting, application, members, services);
  return attachConnected(connecting, { environment: 'PRODUCTION' }, { ...members, ...tokens }, services, true);
}

/** @throws Problem 400 that names what is missing, unknown or malformed. */
function checkedForm({ provider }: Connecting, filledIn: unknown): Record<string, string> {
  const result = bodySchema(providerOf(provider).form ?? {}).safeParse(filledIn ?? {});
  if (result.success) return result.data as Record<string, string>;
  const errors = result.error.issues.flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('/')];
    const message = issue.code === 'unrecognized_keys' ? 'There is no such member.' : 'must be a non-empty string';
    return names.map((name) => ({ pointer: name === '' ? '#/members' : `#/members/${name}`, message }));
  });
  throw new Problem('invalid', 'Members of the form are missing or not valid; `errors` names them.', { errors });
}

/** Exchanges the account of the owner's app key for an API key, and this key with the grower's client token for tokens. */
async function tokensOfKey(
  { ownerId, provider }: Connecting,
  application: Application,
  { accessTokenClient = '' }: Record<string, string>,
  services: ConsentServices,
): Promise<Record<string, string>> {
  const { user, pwd } = await openApplication(ownerId, provider, application, services);
  if (user === undefined || pwd === undefined)
    throw invalid('#/provider', 'The app key has no account.', 'appKeyMissing');
  const { key: apiKey } = await askWithoutConsent(
    provider,
    'signIn',
    { form: { user, pwd }, givenByCaller: 'nothing' },
    services,
  );
  if (typeof apiKey !== 'string') throw malformed(provider, 'key');
  const tokens = await askWithoutConsent(
    provider,
    'token',
    { form: { accessTokenClient, apiKey }, givenByCaller: 'all' },
    services,
  );
  const { X_access_token: accessToken, refresh_Token: refreshToken } = tokens;
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') throw malformed(provider, 'tokens');
  return { apiKey, accessToken, refreshToken };
}

function malformed(provider: ProviderKey, what: string): Problem {
  return new Problem('upstream', `${providerOf(provider).displayName}’s response has no ${what}.`, {
    errorKey: 'providerMalformed',
  });
}
