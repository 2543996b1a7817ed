import type { KeptFarm } from '../farms/farm.ts';
import type { Boundary } from '../fields/boundary.ts';
import type { Field } from '../fields/field.ts';
import type { KeptGrower } from '../growers/grower.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { ProviderLink } from './field-provider.ts';
import type { Integration, WantedIntegration } from './integration.ts';

/** The lists of a provider that are followed, in the order in which they are. */
export type FollowedList = 'growers' | 'farms' | 'fields';

/** A link, and how far its provider's changes are known. */
export interface FollowedLink extends ProviderLink {
  marks: Partial<Record<FollowedList, string>>;
}

/** How the last round of a link ended; kept beside it, so that missing fields can be explained. */
export interface RoundEnd {
  endedTime: string;
  /** Fields that could not be taken over whole, and what was wrong with the provider; at most a hundred. */
  problems: SyncProblem[];
}

export interface SyncProblem {
  code: 'providerFailed' | 'tooManyVertices' | 'tooManyBoundaries';
  /** The field at the provider. */
  providerFieldId?: string;
  message: string;
}

/** A field that waits: to be enabled (PREVIEW), or for the next round (WAITING). */
export interface OpenField {
  fieldId: string;
  providerFieldId: string;
}

/** A field as it was read, to be replaced only if it has not changed meanwhile. */
export interface ReadField {
  field: Field;
  revision: number;
}

/** What a round found out about a field. */
export interface SyncedField {
  /** Absent for a new one. */
  before?: ReadField | undefined;
  field: Field;
  added: Boundary[];
  changed: Boundary[];
  /** The version that counts; absent when none does. */
  active?: Boundary | undefined;
}

/** Where a round finds what is known, and leaves what it learns. */
export interface SyncStore {
  links(ownerId: string, svcUserId: string): Promise<FollowedLink[]>;
  saveMark(ownerId: string, svcUserId: string, provider: ProviderKey, list: FollowedList, mark: string): Promise<void>;
  endRound(ownerId: string, svcUserId: string, provider: ProviderKey, end: RoundEnd): Promise<void>;
  /** Notes that a round is to fetch fields, whatever the settings say. Throws `notFound` when the user has been deleted. */
  wantFields(ownerId: string, svcUserId: string): Promise<void>;
  /** Names the last such note; undefined when all were heeded. */
  wantedFields(ownerId: string, svcUserId: string): Promise<string | undefined>;
  /** Takes a note away, unless a later one has taken its place. */
  fieldsFetched(ownerId: string, svcUserId: string, wanted: string): Promise<void>;
  /** Growers and farms that came from a provider, by its own ids. */
  growers(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<Map<string, KeptGrower>>;
  farms(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<Map<string, KeptFarm>>;
  field(ownerId: string, svcUserId: string, fieldId: string): Promise<ReadField | undefined>;
  boundaries(ownerId: string, svcUserId: string, fieldId: string): Promise<Boundary[]>;
  /** False when another writer has changed the field meanwhile. Throws `notFound` when the user has been deleted. */
  save(ownerId: string, synced: SyncedField): Promise<boolean>;
  /** The provider's fields that wait, the PREVIEW ones among them when they are wanted. */
  open(ownerId: string, svcUserId: string, provider: ProviderKey, previews: boolean): Promise<OpenField[]>;
  /** What is to be sent to a provider and has not been. */
  pending(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<WantedIntegration[]>;
  endIntegration(ownerId: string, svcUserId: string, ended: WantedIntegration): Promise<void>;
}

/** What is asked of the sync by callers. */
export interface SyncRequests {
  link(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<ProviderLink | undefined>;
  /** Moves fields from PREVIEW to WAITING; others are left as they are. */
  enable(ownerId: string, svcUserId: string, fieldIds: string[]): Promise<void>;
  /**
   * Notes that a field is to be sent to a provider. One that was noted before is answered as it stands; what has failed is
   * tried anew. Throws `notFound` when the user has been deleted.
   */
  integrate(ownerId: string, svcUserId: string, wanted: WantedIntegration): Promise<Integration>;
  /** PREVIEW fields of a grower, at most so many. */
  previewsOf(ownerId: string, growerId: number, most: number): Promise<string[]>;
}
