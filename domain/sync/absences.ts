import type { FarmEvent } from '../events/event.ts';
import { limits } from '../limits.ts';
import { type ProviderKey, providerOf } from '../providers/providers.ts';
import type { UserSubject } from '../work/work-stores.ts';
import type { ListNote } from './list-notes.ts';
import type { FollowedList } from './sync-store.ts';

/** A record that a complete list of its provider did not have. */
export interface Absence {
  /** The record at the provider. */
  id: string;
  /** When a list was complete without it for the first time. */
  sinceTime: string;
  /** Of files: when it was for the second time. */
  againTime?: string | undefined;
  /** Whether it has been taken for gone. */
  isGone?: boolean | undefined;
}

/** The lists of which absences are stored: files of all lists of an account are together. */
export type AbsentFrom = FollowedList | 'files';

/** Records that a round does not take for gone before its owner confirms it, by list. */
export interface HeldRemovals {
  /** The time of the round that found them. */
  foundTime: string;
  /** How many records of a list wait, and of how many. */
  lists: Partial<Record<FollowedList, { gone: number; of: number }>>;
  /** When the owner confirmed them; the next round then takes them for gone. */
  confirmedTime?: string | undefined;
}

/** The part of a list above which records that are gone wait to be confirmed. */
const removedShare = 0.2;

/** Stores which records were absent from complete lists. */
export interface AbsenceStore {
  all(user: UserSubject, provider: ProviderKey, list: AbsentFrom): Promise<Map<string, Absence>>;
  /** Adds or replaces absences. Throws `notFound` if the user has been deleted. */
  put(user: UserSubject, provider: ProviderKey, list: AbsentFrom, absences: readonly Absence[]): Promise<void>;
  remove(user: UserSubject, provider: ProviderKey, list: AbsentFrom, ids: readonly string[]): Promise<void>;
  /** Notes what waits for the owner; nothing if absent. An event says so when something begins to wait. */
  hold(user: UserSubject, provider: ProviderKey, held: HeldRemovals | undefined, isNew: boolean): Promise<void>;
}

export interface JudgedList {
  /** The stored records that the list must have, by their ids at the provider. */
  stored: ReadonlySet<string>;
  /** The ids in the complete list. */
  listed: ReadonlySet<string>;
  absences: ReadonlyMap<string, Absence>;
  /** Since when the round is due: what an earlier attempt of the same round found is no second time. */
  dueTime?: string | undefined;
  /** Absences that were found by then are confirmed by the owner. */
  confirmedUntil?: string | undefined;
}

/** What a complete list says about stored records. */
export interface Judgement {
  /** Absent for the first time. */
  missed: string[];
  /** Absent for the second time in a row: gone. */
  gone: string[];
  /** As those, but so many that the owner has to confirm it. */
  held: string[];
  /** Absent before, and there again. */
  returned: string[];
}

/** Compares the stored records with a complete list: what two lists in a row lack is gone. */
export function judgeAbsences({ stored, listed, absences, dueTime, confirmedUntil = '' }: JudgedList): Judgement {
  const absent = [...stored].filter((id) => !listed.has(id));
  const again = absent.filter((id) => {
    const absence = absences.get(id);
    return absence && !absence.isGone && (dueTime === undefined || absence.sinceTime < dueTime);
  });
  const isConfirmed = (id: string) => (absences.get(id)?.sinceTime ?? '') < confirmedUntil;
  const confirmed = again.filter(isConfirmed);
  const others = again.filter((id) => !isConfirmed(id));
  const isHeld = areMany(others.length, stored.size);
  return {
    missed: absent.filter((id) => !absences.has(id)),
    gone: isHeld ? confirmed : again,
    held: isHeld ? others : [],
    returned: [...absences.keys()].filter((id) => listed.has(id)),
  };
}

/**
 * Whether so many records of a list are missing that the list is doubted.
 *
 * @example areMany(21, 100) // true
 */
export function areMany(missing: number, stored: number): boolean {
  return missing > limits.removedRecords && missing > stored * removedShare;
}

/** What waits for the owner, as a sentence. */
export function heldMessage(provider: ProviderKey, { lists }: HeldRemovals): string {
  const counts = Object.entries(lists).map(([list, { gone, of }]) => `${gone} of ${of} ${list}`);
  return `${counts.join(', ')} are no longer listed by ${providerOf(provider).displayName}.`;
}

/** As `heldMessage`, of a list of assets, or of the files of an account. */
export function heldListMessage(provider: ProviderKey, { list, held }: ListNote): string {
  const { gone = 0, of = 0 } = held ?? {};
  if (list.of === 'files') return `${gone} of ${of} files are no longer listed by ${providerOf(provider).displayName}.`;
  const where = `the organization ${list.organizationId} at ${providerOf(provider).displayName}`;
  return `${gone} of ${of} ${list.of}s are no longer listed in ${where}.`;
}

interface EventIds {
  id: string;
  ownerId: string;
  svcUserId: string;
}

/** The event that records wait for the owner, of one provider of a user. */
export function providerRemovalsWaiting(
  ids: EventIds,
  provider: ProviderKey,
  held: HeldRemovals,
  at: number,
): FarmEvent {
  return waitingEvent(ids, provider, heldMessage(provider, held), at);
}

/** The event that assets or files wait for the owner, of one list of a provider. */
export function listRemovalsWaiting(ids: EventIds, provider: ProviderKey, note: ListNote, at: number): FarmEvent {
  return waitingEvent(ids, provider, heldListMessage(provider, note), at);
}

function waitingEvent(ids: EventIds, provider: ProviderKey, message: string, at: number): FarmEvent {
  return { ...ids, type: 'providerRemovalsWaiting', at, payload: { svcUserId: ids.svcUserId, provider, message } };
}
