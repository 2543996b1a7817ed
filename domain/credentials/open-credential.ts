import { type AppKeyName, type AppKeyStore, openAppKey } from '../keys/app-key.ts';
import { providerOf } from '../providers/providers.ts';
import type { Sealer } from '../secrets.ts';
import type { SealedCredential } from './credential.ts';
import { heldByAppKey } from './credential-body.ts';
import { openMembers } from './seal-members.ts';

/** A credential with everything that a call of its provider needs. */
export interface OpenedCredential {
  /** All members in clear, including those of its app key. */
  members: Record<string, string>;
  /** Values that must not appear in logs, events or responses. */
  secrets: string[];
  /** The app key that the credential names but that no longer exists; the members are incomplete without it. */
  missing?: AppKeyName;
}

/**
 * Opens a credential of a user, and the app key that it names. Throws if a secret was sealed for another owner, user or
 * provider.
 */
export async function openCredential(
  { ownerId, svcUserId }: { ownerId: string; svcUserId: string },
  { provider, shown, sealed, appKey }: SealedCredential,
  services: { appKeys: Pick<AppKeyStore, 'sealed'>; sealer: Pick<Sealer, 'open'> },
): Promise<OpenedCredential> {
  const row = providerOf(provider);
  const own = await openMembers(sealed, { ownerId, svcUserId, provider }, services.sealer);
  const name = appKey && { provider, ...appKey };
  const held = name && (await openAppKey(ownerId, name, services));
  const lent = Object.fromEntries(heldByAppKey(row).flatMap((member) => named(member, held?.[member])));
  const all = { ...shown, ...lent, ...own };
  const members = Object.fromEntries(
    Object.keys(row.credential.members).flatMap((member) => named(member, all[member])),
  );
  const secrets = [...Object.values(own), ...Object.values(lent)];
  return { members, secrets, ...(name && !held && { missing: name }) };
}

function named(name: string, value: string | string[] | undefined): [string, string][] {
  return typeof value === 'string' ? [[name, value]] : [];
}
