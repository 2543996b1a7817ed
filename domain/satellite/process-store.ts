import type { ImageProcess } from './image-process.ts';
import type { StoredSatelliteField } from './satellite-field.ts';

/** A process that is under way, as its worker has it. */
export interface StartedProcess {
  process: ImageProcess;
  /** How often it has been begun; the results of an earlier time are refused. */
  run: number;
  field: StoredSatelliteField;
}

/** What was made of a scene. */
export type MadeImages = Required<Pick<ImageProcess, 'coverage' | 'images' | 'statistics'>> &
  Pick<ImageProcess, 'clouds' | 'bounds'>;

/** Processes as workers write them. */
export interface ProcessStore {
  /** Puts one that is new. False when the field has it already, or has been deleted. */
  create(process: ImageProcess): Promise<boolean>;
  /** One that is under way; undefined when it has ended or was deleted, or its field was. */
  started(ownerId: string, fieldId: string, id: string): Promise<StartedProcess | undefined>;
  /** Ends it with what was made: counts it and tells of it. False when it has ended, was begun anew, or its field was deleted. */
  succeed(started: StartedProcess, made: MadeImages): Promise<boolean>;
  /** Ends it without images. @param reason is shown to the owner. */
  fail(started: Pick<StartedProcess, 'process' | 'run'>, reason: string): Promise<boolean>;
}
