import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { ProviderKey } from '../providers/providers.ts';

/** How a service user is connected to an account at a provider. */
export interface ProviderLink {
  provider: ProviderKey;
  /** The account as the provider calls it. */
  account: string;
  /** Where the provider is, for those that have no fixed address. */
  address?: string;
  /** The credential that made it; it goes with that. */
  credentialId?: string;
}

/**
 * One thing that has changed at a provider since a mark. `mark` is the new one: a request with it next time gets what
 * has changed after this, so that a round can stop anywhere and go on from there.
 */
export interface Change<T> {
  mark: string;
  id: string;
  /** Absent when it is gone. */
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
  /** The boundary that counts, when several are active. */
  boundaryId?: string | undefined;
}

export interface ProvidedBoundary {
  id: string;
  active: boolean;
  /** GeoJSON as the provider has it, valid or not. */
  geometry: unknown;
}

/** An organization of the account, to which the owner's application may have no access yet. */
export interface ProvidedOrganization {
  id: string;
  name: string;
  /** Where the grower sees to the access. */
  managementUri?: string | undefined;
}

/** A field that is given to a provider. */
export interface SentField {
  id: string;
  name?: string | undefined;
  organizationId?: string | undefined;
  geometry: MultiPolygon;
}

/**
 * A provider of fields. Lists come in the order in which their things changed, from the beginning without `since`; a field
 * has changed when one of its boundaries has. All throw `ProviderProblem`.
 */
export interface FieldProvider {
  /** All organizations of the account, in no order. */
  organizations(link: ProviderLink): AsyncIterable<ProvidedOrganization>;
  growers(link: ProviderLink, since: string | undefined): AsyncIterable<Change<ProvidedGrower>>;
  farms(link: ProviderLink, since: string | undefined): AsyncIterable<Change<ProvidedFarm>>;
  fields(link: ProviderLink, since: string | undefined): AsyncIterable<Change<ProvidedField>>;
  /** All boundaries that a field has now, those that are not active among them; none when the field is gone. */
  boundaries(link: ProviderLink, fieldId: string): AsyncIterable<ProvidedBoundary>;
  /** Makes the field there, or replaces what was sent under its id before. */
  send(link: ProviderLink, field: SentField): Promise<void>;
}
