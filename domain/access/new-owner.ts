import type { NewId } from '../clock.ts';
import { Problem } from '../errors.ts';
import type { OwnerAccount } from './identity-store.ts';
import { type Owner, permissions } from './owner.ts';
import { longestPassword, type Passwords, shortestPassword } from './password.ts';

/** An owner with every permission and the usual settings. */
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

/** Length is what makes a password hard to guess; rules on its characters do not. */
export function refuseWeakPassword(password: string): void {
  if (password.length >= shortestPassword && password.length <= longestPassword) return;
  throw new Problem('invalid', `A password has ${shortestPassword} to ${longestPassword} characters.`, {
    errorKey: 'passwordLength',
  });
}
