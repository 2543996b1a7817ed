import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { Created } from './integration.ts';

/** The connection of a service user with an account at a provider. */
export interface ProviderLink {
  provider: ProviderKey;
  /** The account, as named by the provider. */
  account: string;
  /** The provider's URL, if it is not fixed. */
  address?: string;
  /** The credential that created the link; the link is deleted with it. */
  credentialId?: string;
  /** When a consent last replaced the members of the credential. */
  renewedTime?: string | undefined;
}

/** Which part of a list is read. */
export interface ListAsked {
  /** The mark up to which changes are known, at providers that have marks. */
  since?: string | undefined;
  /** The organizations whose records are read; undefined for all of them. */
  organizations?: ReadonlySet<string> | undefined;
  /** All of the list is read, whatever was read before, to find what is no longer in it. Change tokens stay as they are. */
  whole?: true | undefined;
}

/**
 * A list of a provider. It returns the word `whole` if all of it was read from its beginning, so that a record that it lacks is not there. It returns something else, or nothing,
 * otherwise: an answer that nothing has changed, or a list of changes, proves no absence.
 */
export type Listing<T> = AsyncIterable<T, unknown>;

/** A change at a provider. */
export interface Change<T> {
  /** A request with it returns later changes only, so that a round can stop here and go on. Absent where only whole lists can be followed. */
  mark?: string | undefined;
  id: string;
  /** Absent if it was deleted, or if only its parts have changed. */
  value?: T;
  /** Boundaries of the field have changed, and nothing else. */
  hasNewBoundaries?: true;
}

export interface ProvidedGrower {
  name?: string | undefined;
  organizationId?: string | undefined;
}

export interface ProvidedFarm {
  name?: string | undefined;
  growerId?: string | undefined;
  organizationId?: string | undefined;
}

export interface ProvidedField {
  name?: string | undefined;
  farmId?: string | undefined;
  organizationId?: string | undefined;
  /** The boundary to use if several are active. */
  boundaryId?: string | undefined;
}

/** A field as its provider knows it. */
export interface FieldAtProvider {
  id: string;
  organizationId?: string | undefined;
}

export interface ProvidedBoundary {
  id: string;
  active: boolean;
  /** GeoJSON of the provider, valid or not. */
  geometry: unknown;
  /** At providers whose boundaries never change: an edit makes a new one, and the former ones of the field are outdated. */
  replacesOthers?: true;
}

/** An organization of the account, to which the owner's application may have no access yet. */
export interface ProvidedOrganization {
  id: string;
  name: string;
  /** The page on which the grower manages the access. */
  managementUri?: string | undefined;
}

/** A field that is sent to a provider, with its active boundary. */
export interface SentField {
  id: string;
  name?: string | undefined;
  farmName?: string | undefined;
  growerName?: string | undefined;
  organizationId?: string | undefined;
  /** The version of the boundary. */
  boundaryId: string;
  geometry: MultiPolygon;
  areaHectares: number;
}

/** An attempt to send a field. */
export interface Sending {
  /** A UUID, the same in each attempt at this field and organization. */
  id: string;
  field: SentField;
  /** What earlier attempts have created. */
  created: Created;
  /** Stores what has been created by now. It is called after each creation, before the next request. */
  note(created: Created): Promise<void>;
}

/** `waiting`: the provider has the field, and has not decided yet; the same attempt is made again later. */
export type Sent = { kind: 'sent' } | { kind: 'waiting'; message: string };

/**
 * The fields of one account, for one round. Lists are in the order of changes, from the beginning without `since`; a change of one of its
 * boundaries is a change of a field. All methods throw `ProviderProblem`.
 */
export interface FieldProvider {
  /** All organizations of the account, unordered. */
  organizations(): AsyncIterable<ProvidedOrganization>;
  growers(asked: ListAsked): Listing<Change<ProvidedGrower>>;
  farms(asked: ListAsked): Listing<Change<ProvidedFarm>>;
  /** A farm that fields name, at providers without a list of farms; undefined for one that the provider does not know. */
  farm?(id: string): Promise<ProvidedFarm | undefined>;
  fields(asked: ListAsked): Listing<Change<ProvidedField>>;
  /** One field, whether a list has it or not, in one of the organizations if the provider has such; undefined if the provider shows none. Absent where none can be asked for. */
  field?(id: string, organizations: ReadonlySet<string> | undefined): Promise<ProvidedField | undefined>;
  /** Names the fields whose boundaries may be read next, by their ids at the provider, so that one call can answer several. */
  together?(fieldIds: readonly string[]): void;
  /** Says that all that the lists have brought so far has been taken over, so that it need not come again. */
  taken?(): Promise<void>;
  /** All boundaries of a field, including inactive ones; none if the field was deleted. */
  boundaries(field: FieldAtProvider): AsyncIterable<ProvidedBoundary>;
  /** Creates the field at the provider, or goes on with it; absent where fields cannot be sent. */
  send?(sending: Sending): Promise<Sent>;
  /** Writes the log of the account, at the end of the round. */
  close(): Promise<void>;
}
