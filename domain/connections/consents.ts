import { type Clock, microTimestamp, type NewId } from '../clock.ts';
import type { SealedCredential } from '../credentials/credential.ts';
import type { CredentialStore } from '../credentials/credential-store.ts';
import { sealMembers } from '../credentials/seal-members.ts';
import { Problem } from '../errors.ts';
import type { AppKeyStore } from '../keys/app-key.ts';
import { askConsent, exchangeCode, type GrantServices } from '../oauth/code-grant.ts';
import { cleaned } from '../oauth/consent.ts';
import type { Tokens } from '../oauth/token-endpoint.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';
import type { Sealer, SecretScope } from '../secrets.ts';
import { type Application, clientMembers, openApplication } from './application.ts';
import {
  type ConsentAttempts,
  consentMinutes,
  type HashOf,
  type PendingConsent,
  type WantedConsent,
} from './consent-attempts.ts';
import { type ConsentOrigin, type ConsentOrigins, originRevoked } from './consent-origin.ts';

export interface ConsentServices extends GrantServices {
  attempts: ConsentAttempts;
  appKeys: AppKeyStore;
  origins: ConsentOrigins;
  credentials: Pick<CredentialStore, 'connect'>;
  sealer: Sealer;
  hashOf: HashOf;
  clock: Clock;
  newId: NewId;
}

/** The user and the provider of a consent. */
export interface Connecting {
  ownerId: string;
  svcUserId: string;
  provider: ProviderKey;
  /** The link or API key with which a page connects; absent where the owner does so with a token. */
  origin?: ConsentOrigin | undefined;
}

const consentMilliseconds = consentMinutes * 60_000;

/** Prepares a consent and returns the ticket for its sign-in URL. @throws Problem 503 when the URLs of the provider are not configured. */
export async function wantConsent(
  connecting: Connecting,
  { environment, appKey, members }: Application,
  services: ConsentServices,
): Promise<string> {
  const { attempts, secrets, sealer, clock } = services;
  // The result is not used: the call reports an unconfigured provider to the owner now and not to the grower later.
  askConsent(connecting.provider, environment, { clientId: '-', redirectUri: 'https://localhost/' }, services);
  const sealedApplication = members && (await sealer.seal(scopeOf(connecting, 'application'), JSON.stringify(members)));
  const ticket = secrets.state();
  const validUntil = clock.now() + consentMilliseconds;
  await attempts.want(ticket, { ...connecting, environment, appKey, sealedApplication, validUntil });
  return ticket;
}

/** A browser on its way to a provider. */
export interface OpenedConsent {
  /** The provider's page. */
  url: string;
  /** The proof that the browser has to send back together with the state. */
  browser: string;
  /** Distinguishes the proof from those of other consents in the same browser. */
  name: string;
}

/**
 * Begins a consent. Every opening of a sign-in URL gets its own state, browser proof and proof key, so that a link preview does not use up
 * the URL before the grower opens it.
 */
export async function openConsent(
  provider: ProviderKey,
  ticket: string,
  redirectUri: string,
  services: ConsentServices,
): Promise<OpenedConsent> {
  const { attempts, secrets, sealer, hashOf, clock } = services;
  const wanted = await attempts.open(ticket);
  if (wanted === undefined || (wanted !== 'exhausted' && wanted.provider !== provider)) throw unknown();
  if (wanted === 'exhausted' || wanted.validUntil <= clock.now()) throw expired();
  await refuseRevoked(wanted, services);
  const application = await openApplicationOf(wanted, services);
  const { url, state, codeVerifier } = askConsent(
    provider,
    wanted.environment,
    {
      clientId: application[clientMembers(providerOf(provider)).id] ?? '',
      redirectUri,
      parameters: parametersOf(provider, application),
    },
    services,
  );
  const browser = secrets.state();
  const sealedVerifier =
    codeVerifier === undefined ? undefined : await sealer.seal(scopeOf(wanted, 'codeVerifier'), codeVerifier);
  const validUntil = clock.now() + consentMilliseconds;
  await attempts.begin(state, { ...wanted, validUntil, redirectUri, browser: hashOf(browser), sealedVerifier });
  return { url, browser, name: nameOf(state, hashOf) };
}

/** The values with which a browser returns from the provider. */
export interface ReturnedConsent {
  provider: ProviderKey;
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  errorDescription?: string | undefined;
  /** The browser's proofs, by name. */
  proofs: Readonly<Record<string, string>>;
}

/**
 * Ends a consent: claims the state, exchanges the code with the owner's application, and attaches the credential.
 *
 * @throws Problem `consentUnknown`, `consentExpired`, `consentForeign`, `consentUsed` or `consentRevoked` for the state, `consentRefused`, and those of
 *   the token endpoint.
 */
export async function endConsent(
  { provider, state, code, error, errorDescription, proofs }: ReturnedConsent,
  services: ConsentServices,
): Promise<{ pending: PendingConsent; credential: SealedCredential }> {
  const { attempts, hashOf, clock } = services;
  const pending = await attempts.get(state);
  if (!pending || pending.provider !== provider) throw unknown();
  const proof = proofs[nameOf(state, hashOf)];
  if (proof === undefined || hashOf(proof) !== pending.browser) throw foreign();
  if (pending.isClaimed) throw used();
  if (pending.validUntil <= clock.now()) throw expired();
  await refuseRevoked(pending, services);
  if (!(await attempts.claim(state))) throw used();
  if (error !== undefined) throw refused(provider, error, errorDescription);
  if (code === undefined) throw refused(provider, 'no code', undefined);

  const application = await openApplicationOf(pending, services);
  const { id, secret } = clientMembers(providerOf(provider));
  const { sealedVerifier, redirectUri } = pending;
  const codeVerifier = sealedVerifier && (await services.sealer.open(scopeOf(pending, 'codeVerifier'), sealedVerifier));
  const client = { clientId: application[id] ?? '', clientSecret: application[secret] ?? '' };
  const returned = { ...client, redirectUri, code, codeVerifier, givenByCaller: 'code' } as const;
  const tokens = await exchangeCode(provider, pending.environment, returned, services);
  const members = { ...(pending.appKey === undefined && application), ...tokenMembers(provider, tokens) };
  const credential = await attachConnected(pending, pending, members, services);
  return { pending, credential };
}

/**
 * Attaches the credential of an account that a grower has connected, and sends the owner an event. It takes the place of the one that the user
 * has, under its id.
 *
 * @param keepsHealthy refuses with `credentialExists` where the provider accepts the old one.
 */
export async function attachConnected(
  { ownerId, svcUserId, provider, origin }: Connecting,
  { environment, appKey }: Pick<Application, 'environment' | 'appKey'>,
  members: Readonly<Record<string, string>>,
  { credentials, sealer, clock, newId }: Pick<ConsentServices, 'credentials' | 'sealer' | 'clock' | 'newId'>,
  keepsHealthy = false,
): Promise<SealedCredential> {
  const { members: asked, obtained } = providerOf(provider).credential;
  const all = { ...asked, ...obtained };
  const own = { ...(asked.clientEnvironment && { clientEnvironment: environment }), ...members };
  const kept = await sealMembers(own, all, { ownerId, svcUserId, provider }, sealer);
  const credential: SealedCredential = {
    ...{ id: newId(), provider, status: 'OK', createdTime: microTimestamp(clock.now()) },
    ...(appKey !== undefined && { appKey: { appName: appKey, clientEnvironment: environment } }),
    ...kept,
  };
  return credentials.connect(ownerId, svcUserId, credential, { origin, keepsHealthy });
}

function openApplicationOf(wanted: WantedConsent, services: ConsentServices): Promise<Record<string, string>> {
  const { ownerId, provider, environment, appKey, sealedApplication } = wanted;
  if (sealedApplication === undefined) return openApplication(ownerId, provider, { environment, appKey }, services);
  return services.sealer
    .open(scopeOf(wanted, 'application'), sealedApplication)
    .then((text) => JSON.parse(text) as Record<string, string>);
}

function parametersOf(provider: ProviderKey, application: Record<string, string>): Record<string, string> {
  const { ofApplication = {} } = providerOf(provider).grant ?? {};
  return Object.fromEntries(
    Object.entries(ofApplication).flatMap(([name, member]) => {
      const value = application[member];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The members of a credential that come with tokens. @throws Problem 502 `providerMalformed` when one is missing. */
function tokenMembers(provider: ProviderKey, tokens: Tokens): Record<string, string> {
  const { displayName, grant, credential } = providerOf(provider);
  const needed = { refreshToken: 'refresh_token', ...grant?.answered };
  const members = Object.entries({ accessToken: 'access_token', ...needed }).map(
    ([name, from]) => [name, tokens[from]] as const,
  );
  const missing = members.find(([name, value]) => name in needed && (typeof value !== 'string' || value === ''));
  if (missing) {
    const detail = `The response of ${displayName} has no ${missing[0]}. The application may lack the permission for offline access.`;
    throw new Problem('upstream', detail, { errorKey: 'providerMalformed' });
  }
  const known = { ...credential.members, ...credential.obtained };
  return Object.fromEntries(members.filter(([name, value]) => typeof value === 'string' && name in known)) as Record<
    string,
    string
  >;
}

/** Binds the sealed values of a consent to its user and provider. */
function scopeOf({ ownerId, svcUserId, provider }: Connecting, member: string): SecretScope {
  return { ownerId, svcUserId, provider, member: `consent ${member}` };
}

/** Gives the proofs of consents in several tabs of a browser different names. */
function nameOf(state: string, hashOf: HashOf): string {
  return hashOf(state).slice(0, 16);
}

const beginAnew = 'Start again in the tab or application that led here.';

async function refuseRevoked(wanted: WantedConsent, { origins }: ConsentServices): Promise<void> {
  if (wanted.origin && (await origins.isRevoked(wanted, wanted.origin))) throw originRevoked();
}

function unknown(): Problem {
  const detail = `This sign-in is unknown: its URL is incomplete, or was not issued by this service. ${beginAnew}`;
  return new Problem('invalid', detail, { errorKey: 'consentUnknown' });
}

function expired(): Problem {
  const detail = `This sign-in has expired; it is valid for ${consentMinutes} minutes. ${beginAnew}`;
  return new Problem('gone', detail, { errorKey: 'consentExpired' });
}

function foreign(): Problem {
  const detail = `This sign-in was started in another browser. Start and finish it in the same browser. ${beginAnew}`;
  return new Problem('forbidden', detail, { errorKey: 'consentForeign' });
}

function used(): Problem {
  const detail = `This sign-in was completed before; each can be used once. ${beginAnew}`;
  return new Problem('conflict', detail, { errorKey: 'consentUsed' });
}

function refused(provider: ProviderKey, error: string, description: string | undefined): Problem {
  const words = cleaned([error, description ?? ''].filter((text) => text !== '').join(': '));
  const { displayName } = providerOf(provider);
  const detail = `${displayName} sent the browser back without consent (${words}). ${beginAnew}`;
  return new Problem('invalid', detail, { errorKey: 'consentRefused' });
}
