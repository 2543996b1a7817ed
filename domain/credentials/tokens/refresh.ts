import { saidAppKey } from '../../keys/app-key.ts';
import { providerOf } from '../../providers/providers.ts';
import { type Failure, failed } from '../../transport/outcome.ts';
import type { UserSubject } from '../../work/work-stores.ts';
import type { ProviderExchange } from '../credential-provider.ts';
import { eventOfExchange, eventOfWords } from '../exchange-event.ts';
import { openCredential } from '../open-credential.ts';
import { maskOf } from '../seal-members.ts';
import { type GivenTokens, isLongSince, pauseAfter } from './token-answer.ts';
import type { Access, TokenServices } from './token-services.ts';
import type { HeldTokens, RefreshedTokens, RefreshTurn } from './token-state.ts';

/** A refresh token that the provider took no more is tried again after an hour: providers have been seen to err. */
const endedMilliseconds = 60 * 60_000;

/**
 * Refreshes the tokens of a credential, in the turn of this worker. What the provider gives is stored before it is used. Undefined when the credential has another refresh
 * token by now, so that it has to be read again.
 */
export async function refreshInTurn(
  user: UserSubject,
  held: HeldTokens,
  turn: RefreshTurn,
  services: TokenServices,
): Promise<Access | undefined> {
  const { credential } = held;
  const { provider } = credential;
  const { members, secrets, missing } = await openCredential(user, credential, services);
  if (missing) {
    await turn.end();
    return endsWith(
      user,
      held,
      `The ${saidAppKey(missing)} no longer exists. Register it again, or attach the credential again.`,
      services,
    );
  }
  const environment = credential.shown.clientEnvironment === 'STAGE' ? 'STAGE' : 'PRODUCTION';
  const exchanges: ProviderExchange[] = [];
  const obtainedAt = services.clock.now();
  const answer = await services.endpoint.refresh({
    provider,
    environment,
    members,
    seen: (one) => exchanges.push(one),
  });
  if (answer.kind === 'given') {
    const refreshed = await sealTokens(user, credential, answer.tokens, obtainedAt, services);
    const kept = await services.store.keep({ ...user, credential }, refreshed);
    if (kept === 'replaced') {
      await keepMoved(user, held, { tokens: answer.tokens, used: members.refreshToken, obtainedAt }, services);
      await turn.end();
    }
    // It was refused wrongly, or the refusal has been taken back.
    if (kept === 'kept' && credential.status === 'UNAUTHENTICATED') {
      await services.checks.settle(user.ownerId, user.svcUserId, credential, { status: 'OK' });
    }
    const { access, refresh = '' } = answer.tokens;
    await note(user, held, exchanges, [...secrets, access, refresh], services);
    return kept === 'kept' ? { kind: 'held', token: access } : undefined;
  }
  await note(user, held, exchanges, secrets, services);
  if (answer.kind === 'failed') return retryLater(user, held, turn, answer.failure, services);
  // Another worker may have been faster, with a token that the provider takes once.
  const now = await services.store.read(user.ownerId, user.svcUserId, provider);
  if (!now || now.credential.sealed.refreshToken !== credential.sealed.refreshToken) {
    await turn.end();
    return undefined;
  }
  const times = (held.trouble?.times ?? 0) + 1;
  await turn.failed({ times, retryAt: services.clock.now() + endedMilliseconds, ended: answer.message });
  return endsWith(user, now, answer.message, services);
}

/**
 * A credential that was given to another user while it was refreshed takes its tokens along: the one that it was moved with may be good no more. One that was consented anew
 * has another refresh token, and keeps it.
 */
async function keepMoved(
  { ownerId, svcUserId }: UserSubject,
  { credential: { id, provider } }: HeldTokens,
  { tokens, used, obtainedAt }: { tokens: GivenTokens; used: string | undefined; obtainedAt: number },
  services: TokenServices,
): Promise<void> {
  const moved = await services.store.find(ownerId, { id, provider });
  const sealed = moved?.credential.sealed.refreshToken;
  if (!moved || sealed === undefined || moved.svcUserId === svcUserId) return;
  const scope = { ownerId, svcUserId: moved.svcUserId, provider, member: 'refreshToken' };
  if ((await services.sealer.open(scope, sealed)) !== used) return;
  await services.store.keep(moved, await sealTokens(moved, moved.credential, tokens, obtainedAt, services));
}

/** The provider does not take the credential any more: its status says so at once, with an event. */
async function endsWith(
  { ownerId, svcUserId }: UserSubject,
  { credential }: HeldTokens,
  message: string,
  { checks }: TokenServices,
): Promise<Access> {
  if (credential.status !== 'UNAUTHENTICATED') {
    await checks.settle(ownerId, svcUserId, credential, { status: 'UNAUTHENTICATED', message });
  }
  return failed('refused', message);
}

async function retryLater(
  user: UserSubject,
  held: HeldTokens,
  turn: RefreshTurn,
  failure: Failure,
  services: TokenServices,
): Promise<Access> {
  const { provider } = held.credential;
  const { displayName, grant } = providerOf(provider);
  const now = services.clock.now();
  const times = (held.trouble?.times ?? 0) + 1;
  const { toldAt } = held.trouble ?? {};
  await turn.failed({ times, retryAt: now + pauseAfter(times, failure.retryAfterSeconds), toldAt });
  if (toldAt === undefined && isLongSince(held.grantedAt, now, grant?.refreshDays)) {
    const days = Math.floor((now - held.grantedAt) / (24 * 60 * 60_000));
    const message = `The access to ${displayName} could not be renewed for ${days} days. It may end: connect the account anew if this goes on. ${failure.message}`;
    const told = await services.store.tell({ ...user, credential: held.credential }, message);
    if (told) {
      const event = eventOfWords(message, services.newId(), now);
      await services.checks.note(user.ownerId, user.svcUserId, held.credential, event);
    }
  }
  return { kind: 'failed', failure };
}

async function sealTokens(
  { ownerId, svcUserId }: UserSubject,
  { provider }: Pick<HeldTokens['credential'], 'provider'>,
  { access, refresh, expiresInSeconds }: GivenTokens,
  obtainedAt: number,
  { sealer }: TokenServices,
): Promise<RefreshedTokens> {
  const { obtained = {} } = providerOf(provider).credential;
  const scope = { ownerId, svcUserId, provider };
  const sealedAccess = await sealer.seal({ ...scope, member: 'accessToken' }, access);
  const showsAccess = obtained.accessToken !== undefined;
  return {
    access: sealedAccess,
    obtainedAt,
    expiresAt: obtainedAt + expiresInSeconds * 1_000,
    shown: { ...(refresh && { refreshToken: maskOf(refresh) }), ...(showsAccess && { accessToken: maskOf(access) }) },
    sealed: {
      ...(refresh && { refreshToken: await sealer.seal({ ...scope, member: 'refreshToken' }, refresh) }),
      ...(showsAccess && { accessToken: sealedAccess }),
    },
  };
}

async function note(
  { ownerId, svcUserId }: UserSubject,
  { credential }: HeldTokens,
  exchanges: readonly ProviderExchange[],
  secrets: readonly string[],
  { checks, clock, newId }: TokenServices,
): Promise<void> {
  for (const exchange of exchanges) {
    await checks.note(ownerId, svcUserId, credential, eventOfExchange(exchange, secrets, newId(), clock.now()));
  }
}
