import type { CredentialStatus } from '../../../domain/credentials/credential.ts';
import type { ReadCredential } from '../../../domain/credentials/credential-checks.ts';
import type { Checked, CredentialProvider, ProviderExchange } from '../../../domain/credentials/credential-provider.ts';
import { eventOfExchange, eventOfWords } from '../../../domain/credentials/exchange-event.ts';
import { openCredential } from '../../../domain/credentials/open-credential.ts';
import { sealMembers } from '../../../domain/credentials/seal-members.ts';
import { uncalledMessage } from '../../../domain/credentials/uncalled.ts';
import { saidAppKey } from '../../../domain/keys/app-key.ts';
import { isFollowed, providerOf } from '../../../domain/providers/providers.ts';
import { ProviderProblem, type ProviderProblemKind } from '../../../domain/sync/provider-problem.ts';
import { nextRound } from '../../../domain/sync/schedule.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { CheckServices } from './services.ts';

const statusOf: Record<Exclude<ProviderProblemKind, 'held'>, CredentialStatus> = {
  refused: 'UNAUTHENTICATED',
  missing: 'UNAUTHENTICATED',
  forbidden: 'MISSING_PERMISSION',
  unreachable: 'TEMPORARILY_UNAVAILABLE',
  rateLimited: 'TEMPORARILY_UNAVAILABLE',
  malformed: 'TEMPORARILY_UNAVAILABLE',
};

/** So long a provider that does not answer is asked every minute, by the message that came first. */
const seriesMilliseconds = 20 * 60_000;
/** Afterwards it is asked when it has been down for a quarter longer, but within these times. */
const minPauseMilliseconds = 60 * 60_000;
const maxPauseMilliseconds = 24 * 60 * 60_000;

/** A provider that did not answer, and when it is asked again: by the same message when there is no time. */
export interface Unanswered {
  problem: ProviderProblem;
  at?: number;
}

/** Asks a credential's provider about it. Answers what may pass by itself: the provider is asked again until it has answered. */
export async function checkCredential(
  user: UserSubject,
  credential: ReadCredential,
  lastAttempt: boolean,
  services: CheckServices,
): Promise<Unanswered | undefined> {
  const { ownerId, svcUserId } = user;
  const { id, provider: key, renewedTime, shown } = credential;
  const environment = shown.clientEnvironment === 'STAGE' ? 'STAGE' : 'PRODUCTION';
  const link = await services.links.get(ownerId, svcUserId, key);
  const provider = services.providerOf({ user, id, provider: key, environment, renewedTime, linked: link?.address });
  if (!provider) {
    return uncalled(user, credential, services);
  }
  const used = await openCredential(user, credential, services);
  if (used.missing) {
    const message = `The ${saidAppKey(used.missing)} no longer exists. Register it again, or attach the credential again.`;
    await services.checks.settle(ownerId, svcUserId, credential, { status: 'UNAUTHENTICATED', message });
    return undefined;
  }
  const { members, secrets } = used;
  const exchanges: ProviderExchange[] = [];
  const { checked, problem, obtained } = await signIn(user, credential, provider, members, exchanges, services);
  await note(user, credential, exchanges, [...secrets, ...obtained], services);
  const now = services.clock.now();
  // It was not asked, so that nothing is known of it.
  if (!checked) return { problem, ...(lastAttempt && { at: now + minPauseMilliseconds }) };
  const since = credential.failingSince ?? now;
  const fails = problem !== undefined && checked.status === 'TEMPORARILY_UNAVAILABLE';
  await services.checks.settle(ownerId, svcUserId, credential, { ...checked, ...(fails && { failingSince: since }) });
  if (!fails) return undefined;
  if (problem.passes && !lastAttempt && now - since < seriesMilliseconds) return { problem };
  const pause = Math.min(Math.max((now - since) / 4, minPauseMilliseconds), maxPauseMilliseconds);
  return { problem, at: now + pause };
}

/** Says in the log of a credential that nobody calls its provider, and looks again daily: an operator may give a URL, and a release an adapter. */
async function uncalled(
  { ownerId, svcUserId }: UserSubject,
  credential: ReadCredential,
  { checks, addresses, clock, newId }: CheckServices,
): Promise<Unanswered> {
  const { status, provider, failingSince } = credential;
  const now = clock.now();
  const message = uncalledMessage(credential, addresses) ?? `${provider} is not called.`;
  // Before it is settled: one that is checked once more says so twice.
  if (failingSince === undefined)
    await checks.note(ownerId, svcUserId, credential, eventOfWords(message, newId(), now));
  await checks.settle(ownerId, svcUserId, credential, { status, failingSince: failingSince ?? now });
  return { problem: new ProviderProblem('unreachable', message), at: now + maxPauseMilliseconds };
}

/** Where a provider was not asked, only why. */
type SignedIn =
  | { checked: Checked; problem?: ProviderProblem /** Secrets that the provider gave. */; obtained: string[] }
  | { checked: undefined; problem: ProviderProblem; obtained: string[] };

async function signIn(
  user: UserSubject,
  credential: ReadCredential,
  provider: CredentialProvider,
  members: Record<string, string>,
  exchanges: ProviderExchange[],
  services: CheckServices,
): Promise<SignedIn> {
  const { provider: key } = credential;
  try {
    const { account, scopes, obtained } = await provider.check(members, (exchange) => exchanges.push(exchange));
    const scope = { ...user, provider: key };
    const kept = await sealMembers(obtained, providerOf(key).credential.obtained ?? {}, scope, services.sealer);
    await follow(user, credential, { account, address: provider.address }, services);
    return { checked: { status: 'OK', scopes, ...kept }, obtained: Object.values(obtained) };
  } catch (problem) {
    if (!(problem instanceof ProviderProblem)) throw problem;
    const { kind, message } = problem;
    console.warn({ svcUserId: user.svcUserId, provider: key, kind, message });
    if (kind === 'held') return { checked: undefined, problem, obtained: [] };
    return { checked: { status: statusOf[kind], message }, problem, obtained: [] };
  }
}

/** Connects the user to an account that rounds follow, and has a first one begin where the user's settings want it. */
async function follow(
  { ownerId, svcUserId }: UserSubject,
  { id: credentialId, provider, renewedTime }: ReadCredential,
  { account, address }: { account: string; address: string | undefined },
  { links, settings, syncQueue, clock }: CheckServices,
): Promise<void> {
  if (address === undefined && !isFollowed(provider)) return;
  const link = {
    ...{ provider, account, credentialId },
    ...(address !== undefined && { address }),
    ...(renewedTime !== undefined && { renewedTime }),
  };
  await links.put(ownerId, svcUserId, link, nextRound({ svcUserId, provider }, clock.now()));
  const { fieldsAutoSync } = await settings(ownerId, svcUserId);
  if (fieldsAutoSync) await syncQueue.send({ ownerId, svcUserId });
  // Irrigation needs no setting; fields are not wanted by it.
  else if (providerOf(provider).ports.includes('irrigation'))
    await syncQueue.send({ ownerId, svcUserId, organizations: true });
}

async function note(
  { ownerId, svcUserId }: UserSubject,
  credential: ReadCredential,
  exchanges: readonly ProviderExchange[],
  secrets: readonly string[],
  { checks, clock, newId }: CheckServices,
): Promise<void> {
  for (const exchange of exchanges) {
    await checks.note(ownerId, svcUserId, credential, eventOfExchange(exchange, secrets, newId(), clock.now()));
  }
}
