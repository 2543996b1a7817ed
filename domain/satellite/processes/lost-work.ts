import type { StoredSatelliteField } from '../satellite-field.ts';
import type { StartedProcess } from './process-store.ts';

/** A process that has not ended, and whose message may be lost. */
export type OverdueProcess = Pick<StartedProcess, 'process' | 'run'> & {
  /** How often it was sent again after a try that did not end it. */
  tries: number;
  /** Whether a worker has tried it since it was last sent; otherwise it waits for one. */
  wasTried: boolean;
};

/** Work on satellite images whose messages may be lost. */
export interface LostWork {
  newFields(): Promise<Pick<StoredSatelliteField, 'ownerId' | 'id'>[]>;
  processes(): Promise<OverdueProcess[]>;
  /** Postpones the next message for a new field. */
  delayField(field: Pick<StoredSatelliteField, 'ownerId' | 'id'>): Promise<void>;
  /** Postpones the next message for a process, and counts the try since the last one, if there was one. */
  delayProcess(process: OverdueProcess): Promise<void>;
}
