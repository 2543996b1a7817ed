import { isSealed } from '../providers/member-schemas.ts';
import type { Members } from '../providers/provider.ts';
import type { Sealer, SecretScope } from '../secrets.ts';

/** Minimum length of a secret whose mask shows its last four characters. */
const shortestHinted = 12;

/** The mask of a secret: `****` and, if it is long enough, its last four characters. */
export function maskOf(secret: string): string {
  return secret.length < shortestHinted ? '****' : `****${secret.slice(-4)}`;
}

type MemberScope = Omit<SecretScope, 'member'>;

/**
 * Splits the given members for storage: values that can be shown, and sealed secrets.
 *
 * @example const { shown, sealed } = await sealMembers(sent, row.credential.members, scope, sealer);
 */
export async function sealMembers(
  given: Readonly<Record<string, string>>,
  members: Members,
  scope: MemberScope,
  sealer: Pick<Sealer, 'seal'>,
): Promise<{ shown: Record<string, string>; sealed: Record<string, string> }> {
  const shown: Record<string, string> = {};
  const sealed: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const member = members[name];
    if (!member) continue;
    if (member.kind !== 'withheld') shown[name] = isSealed(member) ? maskOf(value) : value;
    if (isSealed(member)) sealed[name] = await sealer.seal({ ...scope, member: name }, value);
  }
  return { shown, sealed };
}

/** Opens secrets. Throws if one was modified or was sealed for another scope. */
export async function openMembers(
  sealed: Readonly<Record<string, string>>,
  scope: MemberScope,
  sealer: Pick<Sealer, 'open'>,
): Promise<Record<string, string>> {
  const opened: Record<string, string> = {};
  for (const [name, text] of Object.entries(sealed)) {
    opened[name] = await sealer.open({ ...scope, member: name }, text);
  }
  return opened;
}
