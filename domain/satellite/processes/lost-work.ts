import type { StoredSatelliteField } from '../satellite-field.ts';
import type { StartedProcess } from './process-store.ts';

/** A process whose message may be lost, and how often it was sent again. */
type OverdueProcess = Pick<StartedProcess, 'process' | 'run'> & { sent: number };

/** Work on satellite images of which nothing has been heard for too long. */
export interface LostWork {
  newFields(): Promise<Pick<StoredSatelliteField, 'ownerId' | 'id'>[]>;
  processes(): Promise<OverdueProcess[]>;
  /** Postpones the next look at a new field. */
  putOffField(field: Pick<StoredSatelliteField, 'ownerId' | 'id'>): Promise<void>;
  /** Postpones the next look at a process, and counts that it was sent. */
  putOffProcess(process: OverdueProcess): Promise<void>;
}
