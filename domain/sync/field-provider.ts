import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { ProviderKey } from '../providers/providers.ts';

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

/**
 * A change at a provider. A request with its `mark` returns later changes only, so that a round can stop at any change
 * and continue from there.
 */
export interface Change<T> {
  mark: string;
  id: string;
  /** Absent if it was deleted. */
  value?: T;
}

export interface ProvidedGrower {
  name?: string | undefined;
}

export interface ProvidedFarm {
  name?: string | undefined;
  growerId?: string | undefined;
}

export interface ProvidedField {
  name?: string | undefined;
  farmId?: string | undefined;
  organizationId?: string | undefined;
  /** The boundary to use if several are active. */
  boundaryId?: string | undefined;
}

export interface ProvidedBoundary {
  id: string;
  active: boolean;
  /** GeoJSON of the provider, valid or not. */
  geometry: unknown;
}

/** An organization of the account, to which the owner's application may have no access yet. */
export interface ProvidedOrganization {
  id: string;
  name: string;
  /** The page on which the grower manages the access. */
  managementUri?: string | undefined;
}

/** A field that is sent to a provider. */
export interface SentField {
  id: string;
  name?: string | undefined;
  organizationId?: string | undefined;
  geometry: MultiPolygon;
}

/**
 * A provider of fields. Lists are in the order of changes, from the beginning without `since`; a change of one of its
 * boundaries is a change of a field. All methods throw `ProviderProblem`.
 */
export interface FieldProvider {
  /** All organizations of the account, unordered. */
  organizations(link: ProviderLink): AsyncIterable<ProvidedOrganization>;
  growers(link: ProviderLink, since: string | undefined): AsyncIterable<Change<ProvidedGrower>>;
  farms(link: ProviderLink, since: string | undefined): AsyncIterable<Change<ProvidedFarm>>;
  fields(link: ProviderLink, since: string | undefined): AsyncIterable<Change<ProvidedField>>;
  /** All boundaries of a field, including inactive ones; none if the field was deleted. */
  boundaries(link: ProviderLink, fieldId: string): AsyncIterable<ProvidedBoundary>;
  /** Creates the field at the provider, or replaces the one with its id. */
  send(link: ProviderLink, field: SentField): Promise<void>;
}
