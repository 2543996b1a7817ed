import type { Leases } from '../../work/work-stores.ts';
import type { PlacedOrder, StartedProcess } from '../processes/process-store.ts';
import type { StoredSatelliteField } from '../satellite-field.ts';
import type { PlanetFile } from './planet.ts';

/** A field as messages and leases name it. */
export interface PlanetSubject {
  ownerId: string;
  fieldId: string;
}

/** Why scenes of a field are not found or not ordered. */
export interface PlanetFailure {
  /** `noKey`, or the kind of the provider's problem. Owners are told of each cause once until the step succeeds, whatever fails in between. */
  cause: string;
  /** May be shown to the owner. */
  reason: string;
}

/** How far the scenes of a field have been searched for. */
export interface PlanetFieldState {
  /** The latest publication that was seen. */
  publishedUntil?: string;
  searchedAt?: string;
  /** Searches in a row that failed. */
  failures: number;
  searchFailure?: PlanetFailure;
  orderFailure?: PlanetFailure;
}

/** What fails: the search, or each order of what it found. */
export type PlanetStep = 'search' | 'order';

/** Fields with scenes of Planet, as the job that follows Planet has them. */
export interface PlanetFields {
  state(subject: PlanetSubject): Promise<PlanetFieldState | undefined>;
  /** Stores how far scenes are known, where the next search begins. */
  reached(subject: PlanetSubject, publishedUntil: string): Promise<void>;
  /** Stores that a search came to its end, which clears the failure of earlier ones. */
  searched(subject: PlanetSubject): Promise<void>;
  /** Stores a failure. With `tells`, publishes the event unless it was published for the cause since the step last succeeded. Returns how many searches in a row have failed. */
  failed(field: StoredSatelliteField, step: PlanetStep, failure: PlanetFailure, tells: boolean): Promise<number>;
  /** Stores that a step succeeded. */
  passed(subject: PlanetSubject, step: PlanetStep): Promise<void>;
  /** One worker at a time searches for a field; the deadline is the time of the next search. */
  leases: Leases<PlanetSubject>;
}

/** Orders as they stand with their processes. Each write is refused where the process has ended or was begun anew. */
export interface PlanetOrders {
  /** The right to order the scene, alone and until then (milliseconds since 1970); false when another worker has it. */
  claim(started: StartedProcess, until: number): Promise<boolean>;
  /** Gives the right back where nothing was ordered. */
  unclaim(started: StartedProcess): Promise<void>;
  /** False as well when the field was deleted: then nobody waits for the order. */
  place(started: StartedProcess, order: PlacedOrder): Promise<boolean>;
  /** Leaves it to the message that comes next: the sweep sends another only when that one is lost. */
  waits(started: StartedProcess): Promise<void>;
  deliver(started: StartedProcess, files: readonly PlanetFile[]): Promise<boolean>;
  /** Links had expired: the sweep has new ones asked for at once. */
  expired(started: StartedProcess): Promise<void>;
  /** Orders of a field whose processes are under way. */
  waiting(subject: PlanetSubject): Promise<string[]>;
}
