import { callerNetwork } from './caller-network.ts';
import { type AttemptServices, countAttempt } from './count-attempt.ts';
import type { IdentityStore } from './identity-store.ts';
import { normalUsername, type Owner } from './owner.ts';
import type { Passwords } from './password.ts';

export interface SignInServices extends AttemptServices {
  identity: IdentityStore;
  passwords: Passwords;
}

/** An owner, and the time at which it was read (milliseconds); tokens are issued as of that time. */
export interface SignedIn {
  owner: Owner;
  at: number;
}

/**
 * The owner with this username and password, or undefined.
 *
 * @param about `address` is the caller's IP address.
 * @throws Problem `rateLimited` when too many attempts failed.
 */
export async function signIn(
  services: SignInServices,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<SignedIn | undefined> {
  const { identity, passwords, clock } = services;
  const name = normalUsername(username);
  const succeeded = await countAttempt(services, name, callerNetwork(address));
  // Taken before the check, so that a password change during the check also revokes the new tokens.
  const at = clock.now();
  const account = await identity.accountOf(name);
  if (!(await passwords.matches(password, account?.passwordHash)) || !account) return undefined;
  await succeeded();
  return { owner: account.owner, at };
}
