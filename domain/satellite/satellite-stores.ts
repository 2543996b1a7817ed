import type { Page, PageRequest } from '../paging.ts';
import type { ImageProcess } from './processes/image-process.ts';
import type { ProcessFilter } from './processes/process-filter.ts';
import type { StoredSatelliteField } from './satellite-field.ts';

/** Registered fields. */
export interface SatelliteFieldStore {
  /** By its id or, where no field has that, by its `externalId`. */
  get(ownerId: string, id: string): Promise<StoredSatelliteField | undefined>;
  list(ownerId: string, asked: PageRequest): Promise<Page<StoredSatelliteField>>;
  /** @throws Problem 409 `satelliteFieldTaken` when a field of the owner has the `externalId`. */
  register(field: StoredSatelliteField): Promise<void>;
  /** Takes a field out of all lists and notes that what is left of it has to go; false when it is gone already. */
  remove(field: StoredSatelliteField): Promise<boolean>;
}

/** Processes as their owner sees them. */
export interface ProcessDirectory {
  get(ownerId: string, fieldId: string, id: string): Promise<ImageProcess | undefined>;
  list(ownerId: string, fieldId: string, filter: ProcessFilter, asked: PageRequest): Promise<Page<ImageProcess>>;
  /** Begins a process anew, without what was made before. False when it is under way. */
  restart(process: ImageProcess): Promise<boolean>;
}

export interface ErasurePass {
  /** Workers that were at work on the field when it was deleted have ended. */
  isOver: boolean;
  /** Orders that cannot be cancelled at the moment are tried again later. */
  mayCancel: boolean;
}

/** Deleted fields of which something may be left. */
export interface DeletedFields {
  /** Undefined when nothing is left of it. */
  pass(ownerId: string, fieldId: string): Promise<ErasurePass | undefined>;
  eraseProcesses(ownerId: string, fieldId: string): Promise<void>;
  /** Notes that all was erased. @param isOver that it was for the last time. */
  done(ownerId: string, fieldId: string, isOver: boolean): Promise<void>;
  overdue(): Promise<{ ownerId: string; fieldId: string }[]>;
  /** Postpones the next attempt to erase what is left of a field. */
  putOff(ownerId: string, fieldId: string): Promise<void>;
}
