import { providerOf } from '../../providers/providers.ts';
import { failed } from '../../transport/outcome.ts';
import type { UserSubject } from '../../work/work-stores.ts';
import { refreshInTurn } from './refresh.ts';
import { renewFrom } from './token-answer.ts';
import type { Access, AccessAsked, TokenServices } from './token-services.ts';
import type { HeldTokens, TokenState } from './token-state.ts';

/** A refresh takes one request of 15 s and one write. */
export const turnMilliseconds = 60_000;
/** How long a request waits for the refresh of another worker. */
const maxWaitMilliseconds = 20_000;
const pollMilliseconds = 250;
/** A consent may come between, and after it one more. */
const maxRounds = 5;

/**
 * The access token of a credential, renewed if it is about to expire, or was refused. One worker at a time renews it; others use the one that is still good, or wait.
 * A renewed token is returned when it is stored, and not before.
 */
export async function accessToken(asked: AccessAsked, services: TokenServices): Promise<Access> {
  const { user, provider, credentialId, rejected } = asked;
  const { store, clock, newId } = services;
  const { displayName } = providerOf(provider);
  const since = clock.now();
  const holder = newId();
  for (let rounds = 0; rounds < maxRounds; ) {
    const held = await store.read(user.ownerId, user.svcUserId, provider);
    if (held?.credential.id !== credentialId) {
      return failed('refused', `The ${displayName} credential has been deleted.`);
    }
    const usable = await usableToken(user, held, rejected, services);
    if (usable && renewFrom(usable.state) > clock.now()) return { kind: 'held', token: usable.token };
    const { retryAt = 0, ended } = held.trouble ?? {};
    if (retryAt > clock.now()) {
      if (usable) return { kind: 'held', token: usable.token };
      return ended === undefined ? pausedUntil(displayName, retryAt - clock.now()) : failed('refused', ended);
    }
    // Workers that wait only read: a transaction of theirs could make that of the refresh fail, whose token may be good once.
    const isTaken = held.turnUntil !== undefined && held.turnUntil > clock.now();
    const turn = isTaken
      ? undefined
      : await store.take({ ...user, credential: held.credential }, holder, turnMilliseconds);
    if (turn) {
      const access = await refreshInTurn(user, held, turn, services);
      if (access) return access;
      rounds += 1;
    } else if (usable) {
      return { kind: 'held', token: usable.token };
    } else if (clock.now() - since >= maxWaitMilliseconds) {
      break;
    } else {
      await services.wait(pollMilliseconds);
    }
  }
  return pausedUntil(displayName, pollMilliseconds);
}

/** The stored access token, while it is good: it belongs to the current refresh token, has not expired and was not refused. */
async function usableToken(
  { ownerId, svcUserId }: UserSubject,
  { credential, tokens }: HeldTokens,
  rejected: string | undefined,
  { sealer, clock }: TokenServices,
): Promise<{ token: string; state: TokenState } | undefined> {
  if (!tokens || tokens.of !== credential.sealed.refreshToken || tokens.expiresAt <= clock.now()) return undefined;
  const scope = { ownerId, svcUserId, provider: credential.provider, member: 'accessToken' };
  const token = await sealer.open(scope, tokens.access);
  return token === rejected ? undefined : { token, state: tokens };
}

function pausedUntil(name: string, milliseconds: number): Access {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  return failed('held', `The access to ${name} is being renewed.`, { retryAfterSeconds: seconds });
}
