import type { AssetKind } from '../assets/asset.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { UserSubject } from '../work/work-stores.ts';
import type { ProviderProblem } from './provider-problem.ts';

/** A list of a provider that a message of its own reads: of files, or of one kind of assets. */
export interface NotedList {
  of: 'files' | AssetKind;
  organizationId?: string | undefined;
  /** The provider's id of the field whose work is listed. */
  fieldId?: string | undefined;
  /** The kind of files, at providers with a list of each. */
  kind?: string | undefined;
}

/** Records that a list lacks, so many that they are not marked before their owner confirms it. */
export interface HeldList {
  /** The round that found them. */
  foundTime: string;
  gone: number;
  of: number;
  confirmedTime?: string | undefined;
}

/** What the owner of an account has to know of one of its lists. A list that was read without anything to say has no note. */
export interface ListNote {
  list: NotedList;
  /** Why the provider did not give the list the last time, in its words. */
  refused?: { time: string; message: string } | undefined;
  held?: HeldList | undefined;
}

/** Stores the notes of lists. Those of a user are erased with the user. */
export interface ListNotes {
  all(user: UserSubject, provider: ProviderKey): Promise<ListNote[]>;
  get(user: UserSubject, provider: ProviderKey, list: NotedList): Promise<ListNote | undefined>;
  /** Replaces a note, or removes one that says nothing. An event says so when something begins to wait. Throws `notFound` if the user has been deleted. */
  put(user: UserSubject, provider: ProviderKey, note: ListNote): Promise<void>;
  /** Confirms all that waits. False if nothing does. */
  confirm(user: UserSubject, provider: ProviderKey): Promise<boolean>;
}

/**
 * Notes how a list was read: without `problem`, that the provider gave it. Nothing is written for a list that is as before.
 *
 * @example await noteRead(notes, user, 'JohnDeere', { of: 'files', organizationId: '1234' }, at);
 */
export async function noteRead(
  notes: Pick<ListNotes, 'get' | 'put'>,
  user: UserSubject,
  provider: ProviderKey,
  list: NotedList,
  time: string,
  problem?: Pick<ProviderProblem, 'message'>,
): Promise<void> {
  const before = await notes.get(user, provider, list);
  if (before?.refused?.message === problem?.message) return;
  await notes.put(user, provider, { ...before, list, refused: problem && { time, message: problem.message } });
}

/** Removes the notes of lists that are read no more, such as those of an organization that has been left. */
export async function dropOthers(
  notes: Pick<ListNotes, 'all' | 'put'>,
  user: UserSubject,
  provider: ProviderKey,
  kinds: readonly NotedList['of'][],
  read: readonly NotedList[],
): Promise<void> {
  const names = new Set(read.map(nameOfList));
  for (const { list } of await notes.all(user, provider)) {
    if (kinds.includes(list.of) && !names.has(nameOfList(list))) await notes.put(user, provider, { list });
  }
}

/** Names a list among those of an account. */
export function nameOfList({ of, organizationId = '', fieldId = '', kind = '' }: NotedList): string {
  return [of, organizationId, fieldId, kind].map(encodeURIComponent).join('/');
}
