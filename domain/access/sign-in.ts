import type { Clock } from '../clock.ts';
import { Problem } from '../errors.ts';
import type { AttemptCounter, IdentityStore } from './identity-store.ts';
import type { Owner } from './owner.ts';
import type { Passwords } from './password.ts';

/** Failures in this time count together. */
export const attemptWindowMilliseconds = 15 * 60_000;
/** So many failures lock a username for one address; so many for every address. */
export const failuresPerAddress = 5;
export const failuresPerUsername = 100;

export interface SignInServices {
  identity: IdentityStore;
  attempts: AttemptCounter;
  passwords: Passwords;
  clock: Clock;
}

/**
 * The owner with this username and password, or undefined. An attempt is counted before the password is looked at,
 * so that a hundred guesses at once are no better than one after the other.
 */
export async function signIn(
  { identity, attempts, passwords, clock }: SignInServices,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<Owner | undefined> {
  const name = username.trim().toLowerCase();
  const here = `${name}#${address}`;
  const byAddress = await attempts.count(here, attemptWindowMilliseconds);
  if (byAddress.attempts > failuresPerAddress) throw locked(byAddress.windowEnds, clock);
  const byName = await attempts.count(name, attemptWindowMilliseconds);
  if (byName.attempts > failuresPerUsername) throw locked(byName.windowEnds, clock);

  const account = await identity.accountOf(name);
  if (!(await passwords.matches(password, account?.passwordHash))) return undefined;
  await Promise.all([attempts.reset(here), attempts.takeBack(name)]);
  return account?.owner;
}

function locked(until: number, clock: Clock): Problem {
  const seconds = Math.max(1, Math.ceil((until - clock.now()) / 1000));
  const detail = `Too many failed attempts to sign in. Try again in ${Math.ceil(seconds / 60)} minutes.`;
  return new Problem('rateLimited', detail, { errorKey: 'signInLocked', retryAfterSeconds: seconds });
}
