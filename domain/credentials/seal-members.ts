import { isSealed } from '../providers/member-schemas.ts';
import type { Members } from '../providers/provider.ts';
import type { Sealer, SecretScope } from '../secrets.ts';

/** Four characters of a shorter secret would be too much of it. */
const shortestHinted = 12;

/** What is shown in place of a secret: `****` and its last four characters, where it is long enough. */
export function maskOf(secret: string): string {
  return secret.length < shortestHinted ? '****' : `****${secret.slice(-4)}`;
}

type Place = Omit<SecretScope, 'member'>;

/** The given members as they are kept: what can be shown, and what is sealed. */
export async function sealMembers(
  given: Readonly<Record<string, string>>,
  members: Members,
  place: Place,
  sealer: Pick<Sealer, 'seal'>,
): Promise<{ shown: Record<string, string>; sealed: Record<string, string> }> {
  const shown: Record<string, string> = {};
  const sealed: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const member = members[name];
    if (!member) continue;
    if (member.kind !== 'withheld') shown[name] = isSealed(member) ? maskOf(value) : value;
    if (isSealed(member)) sealed[name] = await sealer.seal({ ...place, member: name }, value);
  }
  return { shown, sealed };
}

/** The secrets of a place in clear. Throws when one was changed, or was sealed for another place. */
export async function openMembers(
  sealed: Readonly<Record<string, string>>,
  place: Place,
  sealer: Pick<Sealer, 'open'>,
): Promise<Record<string, string>> {
  const opened: Record<string, string> = {};
  for (const [name, text] of Object.entries(sealed)) {
    opened[name] = await sealer.open({ ...place, member: name }, text);
  }
  return opened;
}
