import type { StoredFarm } from '../farms/farm.ts';
import type { Boundary } from '../fields/boundary.ts';
import type { Field } from '../fields/field.ts';
import type { StoredGrower } from '../growers/grower.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { HeldRemovals } from './absences.ts';
import type { ProviderLink } from './field-provider.ts';
import type { Integration, WantedIntegration } from './integration.ts';

/** The followed lists of a provider, in the order in which they are read. */
export type FollowedList = 'growers' | 'farms' | 'fields';

/** A link with the marks up to which changes are known. */
export interface FollowedLink extends ProviderLink {
  marks: Partial<Record<FollowedList, string>>;
  /** Since when a scheduled round is due, which reads lists whole so that absences are found; absent if none is. */
  dueTime?: string | undefined;
  /** Since when its rounds are paused. */
  pausedTime?: string | undefined;
  /** Records that its rounds do not take for gone before the owner confirms it. */
  held?: HeldRemovals | undefined;
}

/** Parts of a round, in their order. */
export const roundSteps = ['sending', 'organizations', 'growers', 'farms', 'fields', 'absences', 'boundaries'] as const;
export type RoundStep = (typeof roundSteps)[number];

/** What a round is doing, stored so that its owner can see it. */
export interface RoundProgress {
  startedTime: string;
  step: RoundStep;
}

/** Kinds of records that rounds bring. */
export const broughtKinds = ['growers', 'farms', 'fields', 'boundaries'] as const;
/** Numbers of records by kind. */
export type Brought = Record<(typeof broughtKinds)[number], number>;

/** The end of the last round of a link, stored so that missing fields can be explained. */
export interface RoundEnd {
  startedTime: string;
  endedTime: string;
  /** False if it failed, or stopped before its end and goes on. */
  isComplete: boolean;
  /** How many records it created or changed. */
  brought: Brought;
  /** Fields that could not be stored completely, and failures of the provider; at most a hundred. */
  problems: SyncProblem[];
}

export interface SyncProblem {
  /** `held`: Furrow sends the provider no more calls at the moment. */
  code: 'providerFailed' | 'held' | 'tooManyVertices' | 'tooManyBoundaries';
  /** The field at the provider. */
  providerFieldId?: string;
  message: string;
}

/** A field that waits to be enabled (PREVIEW), or for the next round (WAITING). */
export interface OpenField {
  fieldId: string;
  providerFieldId: string;
}

/** A field as it was read; it is replaced only if it has not changed since. */
export interface ReadField {
  field: Field;
  revision: number;
}

/** The new state of a field. */
export interface SyncedField {
  /** Absent for a new field. */
  before?: ReadField | undefined;
  field: Field;
  added: Boundary[];
  changed: Boundary[];
  /** The active version; absent if there is none. */
  active?: Boundary | undefined;
}

/** Stores links, marks and results of rounds. */
export interface SyncStore {
  links(ownerId: string, svcUserId: string): Promise<FollowedLink[]>;
  saveMark(ownerId: string, svcUserId: string, provider: ProviderKey, list: FollowedList, mark: string): Promise<void>;
  noteProgress(ownerId: string, svcUserId: string, provider: ProviderKey, progress: RoundProgress): Promise<void>;
  /**
   * Stores how a round ended. The scheduled one is done with it, if `next` names another (milliseconds since 1970), and if the round knew that it was due: one that has become due
   * meanwhile is still to come.
   */
  endRound(
    ownerId: string,
    svcUserId: string,
    provider: ProviderKey,
    end: RoundEnd,
    next: { time: number; dueTime: string | undefined } | undefined,
  ): Promise<void>;
  /** Requests that a round fetches fields, whatever the settings. Throws `notFound` if the user has been deleted. */
  wantFields(ownerId: string, svcUserId: string): Promise<void>;
  /** The id of the last such request; undefined if none is pending. */
  wantedFields(ownerId: string, svcUserId: string): Promise<string | undefined>;
  /** Removes a request, unless there is a later one. */
  fieldsFetched(ownerId: string, svcUserId: string, wanted: string): Promise<void>;
  /** Growers and farms of a provider by their ids there. */
  growers(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<Map<string, StoredGrower>>;
  farms(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<Map<string, StoredFarm>>;
  /** Fields of a provider by their ids there. */
  fields(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<Map<string, Field>>;
  field(ownerId: string, svcUserId: string, fieldId: string): Promise<ReadField | undefined>;
  boundaries(ownerId: string, svcUserId: string, fieldId: string): Promise<Boundary[]>;
  /**
   * Stores a field; false if another writer has changed it meanwhile. Throws `notFound` if the user has been deleted.
   */
  save(ownerId: string, synced: SyncedField): Promise<boolean>;
  /** Waiting fields of a provider, including PREVIEW ones if requested. */
  open(ownerId: string, svcUserId: string, provider: ProviderKey, previews: boolean): Promise<OpenField[]>;
  /** Fields that have not been sent to a provider yet. */
  pending(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<WantedIntegration[]>;
  /** Writes the state of an attempt; no effect if there is a later one. Throws `notFound` if the user has been deleted. */
  saveIntegration(ownerId: string, svcUserId: string, state: WantedIntegration): Promise<void>;
}

/** Requests of callers for the sync. */
export interface SyncRequests {
  link(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<ProviderLink | undefined>;
  /** Changes the status of fields from PREVIEW to WAITING; no effect on others. */
  enable(ownerId: string, svcUserId: string, fieldIds: string[]): Promise<void>;
  /**
   * Requests that a field is sent to a provider. Returns the state of an earlier request, if there is one; a failed one is retried.
   * Throws `notFound` if the user has been deleted.
   */
  integrate(ownerId: string, svcUserId: string, wanted: WantedIntegration): Promise<Integration>;
  /** PREVIEW fields of a grower, at most `most`. */
  previewsOf(ownerId: string, growerId: number, max: number): Promise<string[]>;
}
