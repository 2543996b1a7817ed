import type { Leases } from '../../work/work-stores.ts';
import type { PlacedOrder, StartedProcess } from '../processes/process-store.ts';
import type { StoredSatelliteField } from '../satellite-field.ts';
import type { PlanetFile } from './planet.ts';

/** A field, as messages and leases name it. */
export interface PlanetSubject {
  ownerId: string;
  fieldId: string;
}

/** Why scenes of a field are not found or not ordered. */
export interface PlanetFailure {
  /** `noKey`, or the kind of the provider's problem. Each cause is reported to the owner once until the step succeeds, even if other causes occur in between. */
  cause: string;
  /** May be shown to the owner. */
  reason: string;
}

/** The progress and the failures of the searches for a field. */
export interface PlanetFieldState {
  /** The latest publication that was seen. */
  publishedUntil?: string;
  searchedAt?: string;
  /** Searches in a row that failed. */
  failures: number;
  searchFailure?: PlanetFailure;
  orderFailure?: PlanetFailure;
}

/** The step that failed: the search for scenes, or the order of a scene. */
export type PlanetStep = 'search' | 'order';

/** The state of searches at Planet, for each field. */
export interface PlanetFields {
  state(subject: PlanetSubject): Promise<PlanetFieldState | undefined>;
  /** Stores how far scenes are known, where the next search begins. */
  reached(subject: PlanetSubject, publishedUntil: string): Promise<void>;
  /** Stores that a search came to its end, which clears the failure of earlier ones. */
  searched(subject: PlanetSubject): Promise<void>;
  /** Stores a failure. With `reports`, publishes the event unless it was published for the cause since the step last succeeded. Returns the number of failed searches in a row. */
  failed(field: StoredSatelliteField, step: PlanetStep, failure: PlanetFailure, reports: boolean): Promise<number>;
  /** Stores that a step succeeded. */
  passed(subject: PlanetSubject, step: PlanetStep): Promise<void>;
  /** One worker at a time searches for a field; the deadline is the time of the next search. */
  leases: Leases<PlanetSubject>;
}

/** Orders, stored on their processes. Each write is refused if the process has ended or was restarted. */
export interface PlanetOrders {
  /** Takes the exclusive right to order the scene until a time (milliseconds since 1970); false when another worker has it. */
  claim(started: StartedProcess, until: number): Promise<boolean>;
  /** Returns the right if nothing was ordered. */
  unclaim(started: StartedProcess): Promise<void>;
  /** Stores an order; false also when the field was deleted, and the order is not wanted any more. */
  place(started: StartedProcess, order: PlacedOrder): Promise<boolean>;
  /** Postpones the message of the sweep, because the next message of the chain is on its way. */
  waits(started: StartedProcess): Promise<void>;
  deliver(started: StartedProcess, files: readonly PlanetFile[]): Promise<boolean>;
  /** Records that the links have expired, so that the sweep has them renewed at once. */
  expired(started: StartedProcess): Promise<void>;
  /** The ids of orders of a field that are not delivered yet. */
  waiting(subject: PlanetSubject): Promise<string[]>;
}
