import { type ProviderKey, providerOf } from '../providers/providers.ts';
import { heldListMessage } from '../sync/absences.ts';
import type { ListNote, NotedList } from '../sync/list-notes.ts';
import { reason, type SyncReason } from './sync-reason.ts';

/** Lists that a provider did not give, one reason for all that it refused in the same words. */
export function refusedLists(provider: ProviderKey, notes: readonly ListNote[]): SyncReason[] {
  const byWords = new Map<string, NotedList[]>();
  for (const { list, refused } of notes) {
    if (!refused) continue;
    const name = JSON.stringify([list.of, refused.message]);
    byWords.set(name, [...(byWords.get(name) ?? []), list]);
  }
  return [...byWords].map(([name, lists]) => {
    const providerMessage = String(JSON.parse(name)[1]);
    return reason('listRefused', provider, refusedMessage(provider, lists), { providerMessage });
  });
}

function refusedMessage(provider: ProviderKey, lists: readonly NotedList[]): string {
  const { displayName } = providerOf(provider);
  const { of, organizationId, fieldId } = lists[0] ?? { of: 'files' };
  const what = of === 'files' ? 'files' : `${of}s`;
  const where = [
    ...(fieldId === undefined ? [] : [` of the field ${fieldId}`]),
    ...(organizationId === undefined ? [] : [` in the organization ${organizationId}`]),
  ].join('');
  const others = lists.length > 1 ? `, and ${lists.length - 1} more,` : '';
  return `${displayName} did not give the list of ${what}${where}${others} the last time. What it lists comes once it does.`;
}

/** Assets of lists that lack so many that they wait for their owner. */
export function heldLists(provider: ProviderKey, notes: readonly ListNote[]): SyncReason[] {
  return notes.flatMap((note) =>
    note.held
      ? [
          reason(
            'removalsHeld',
            provider,
            `${heldListMessage(provider, note)} They stay as they are until this is confirmed.`,
          ),
        ]
      : [],
  );
}
