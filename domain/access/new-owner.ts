import type { Clock, NewId } from '../clock.ts';
import { Problem } from '../errors.ts';
import type { OwnerAccount } from './identity-store.ts';
import { type Owner, permissions } from './owner.ts';
import { maxPassword, type Passwords, shortestPassword } from './password.ts';

/** Creates an owner with every permission and the default settings. */
export async function newOwner(
  { username, password, ...settings }: { username: string; password: string } & Partial<Omit<Owner, 'id' | 'username'>>,
  { passwords, newId }: { passwords: Passwords; newId: NewId },
): Promise<OwnerAccount> {
  refuseWeakPassword(password);
  return {
    owner: {
      id: newId(),
      username: username.trim(),
      permissions: [...permissions],
      areaUnit: 'Acre',
      entitlements: [],
      notBefore: 0,
      ...settings,
    },
    passwordHash: await passwords.hash(password),
  };
}

/**
 * Changes the password of an account. Ends the owner's sessions unless `keepSessions` is set: tokens issued until now
 * are refused within the 30 seconds for which functions cache owners.
 */
export async function withPassword(
  account: OwnerAccount,
  { password, keepSessions = false }: { password: string; keepSessions?: boolean },
  { passwords, clock }: { passwords: Passwords; clock: Clock },
): Promise<OwnerAccount> {
  refuseWeakPassword(password);
  const passwordHash = await passwords.hash(password);
  return { ...(keepSessions ? account : withoutSessions(account, clock)), passwordHash };
}

/** Revokes every token that was issued for an account until now. */
export function withoutSessions(account: OwnerAccount, clock: Clock): OwnerAccount {
  const notBefore = Math.max(account.owner.notBefore, Math.floor(clock.now() / 1000) + 1);
  return { ...account, owner: { ...account.owner, notBefore } };
}

/** Length is what makes a password hard to guess; rules on its characters do not. */
function refuseWeakPassword(password: string): void {
  if (password.length >= shortestPassword && password.length <= maxPassword) return;
  throw new Problem('invalid', `A password has ${shortestPassword} to ${maxPassword} characters.`, {
    errorKey: 'passwordLength',
  });
}
