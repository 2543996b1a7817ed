import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { ImageProcess } from './processes/image-process.ts';
import type { ProcessFilter } from './processes/process-filter.ts';
import type { StoredSatelliteField } from './satellite-field.ts';

/** Registered fields. */
export interface SatelliteFieldStore {
  /** Finds a field by its id or, if no field has this id, by its `externalId`. */
  get(ownerId: string, id: string): Promise<StoredSatelliteField | undefined>;
  list(ownerId: string, asked: PageRequest): Promise<Page<StoredSatelliteField>>;
  /** @throws Problem 409 `satelliteFieldTaken` when a field of the owner has the `externalId`. */
  register(field: StoredSatelliteField, commit?: CommitRecord): Promise<void>;
  /** Deletes a field from all lists and records that its images and processes are to be erased; false when it is gone already. */
  remove(field: StoredSatelliteField): Promise<boolean>;
}

/** Reads and restarts processes for their owner. */
export interface ProcessDirectory {
  get(ownerId: string, fieldId: string, id: string): Promise<ImageProcess | undefined>;
  list(ownerId: string, fieldId: string, filter: ProcessFilter, asked: PageRequest): Promise<Page<ImageProcess>>;
  /** Restarts a process, without its earlier results. False while it is running. */
  restart(process: ImageProcess): Promise<boolean>;
}

export interface ErasurePass {
  /** Workers that were at work on the field when it was deleted have ended. */
  isOver: boolean;
  /** Whether cancelling orders may still be retried later. */
  mayCancel: boolean;
}

/** Deleted fields that may not be completely erased. */
export interface DeletedFields {
  /** The state of the erasure; undefined when it is complete. */
  pass(ownerId: string, fieldId: string): Promise<ErasurePass | undefined>;
  eraseProcesses(ownerId: string, fieldId: string): Promise<void>;
  /** Records that everything was erased. @param isOver whether this was the last pass. */
  done(ownerId: string, fieldId: string, isOver: boolean): Promise<void>;
  overdue(): Promise<{ ownerId: string; fieldId: string }[]>;
  /** Postpones the next attempt to erase a field. */
  delayRetry(ownerId: string, fieldId: string): Promise<void>;
}
