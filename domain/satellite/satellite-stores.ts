import type { Page, PageRequest } from '../paging.ts';
import type { ImageProcess } from './image-process.ts';
import type { ProcessFilter } from './process-filter.ts';
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
