import { callerNetwork } from './caller-network.ts';
import { type AttemptServices, countAttempt } from './count-attempt.ts';
import type { IdentityStore } from './identity-store.ts';
import { normalUsername, type Owner } from './owner.ts';
import type { Passwords } from './password.ts';

export interface SignInServices extends AttemptServices {
  identity: IdentityStore;
  passwords: Passwords;
}

/** An owner, and the moment (milliseconds) since which it may have changed: what is issued bears that moment. */
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
  // A password that is changed while the old one is being checked ends what the old one gets.
  const at = clock.now();
  const account = await identity.accountOf(name);
  if (!(await passwords.matches(password, account?.passwordHash)) || !account) return undefined;
  await succeeded();
  return { owner: account.owner, at };
}
