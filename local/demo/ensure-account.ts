import { scryptPasswords } from '../../adapters/secrets/scrypt-passwords.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import type { IdentityStore } from '../../domain/access/identity-store.ts';
import { newOwner, withPassword } from '../../domain/access/new-owner.ts';

/** The id of the owner with this username, which is created, or whose password is set and whose sessions end unless `keepSessions` is set. */
export async function ensureAccount(
  identity: IdentityStore,
  { username, password, keepSessions = false }: { username: string; password: string; keepSessions?: boolean },
): Promise<string> {
  const services = { passwords: scryptPasswords(), clock: systemClock, newId };
  const known = await identity.accountOf(username);
  const wanted = known
    ? await withPassword(known, { password, keepSessions }, services)
    : await newOwner({ username, password }, services);
  await (known ? identity.changeAccount(known, wanted) : identity.createAccount(wanted));
  return wanted.owner.id;
}
