import type { PlanetFile } from '../planet/planet.ts';
import type { StoredSatelliteField } from '../satellite-field.ts';
import type { ImageProcess } from './image-process.ts';

/** A process that is under way, as its worker has it. */
export interface StartedProcess {
  process: ImageProcess;
  /** How often it has been begun; the results of an earlier time are refused. */
  run: number;
  field: StoredSatelliteField;
  /** Of a scene of Planet, once it was ordered. */
  order?: PlacedOrder;
  /** What was delivered of it, with links that expire. */
  files?: PlanetFile[];
  /** How often links were asked for anew in this run, since they had expired. */
  renewals: number;
}

/** An order of one scene. */
export interface PlacedOrder {
  id: string;
  /** From 1; above it the files of an earlier order were gone. */
  number: number;
  /** The run of the process in which it was made. */
  run: number;
  /** Milliseconds since 1970. */
  orderedAt: number;
}

/** What was made of a scene. */
export type MadeImages = Required<Pick<ImageProcess, 'coverage' | 'images' | 'statistics'>> &
  Pick<ImageProcess, 'clouds' | 'bounds'>;

/** Processes as workers write them. */
export interface ProcessStore {
  /** Stores a new process. False when the field has it already, or has been deleted. */
  create(process: ImageProcess): Promise<boolean>;
  get(ownerId: string, fieldId: string, id: string): Promise<ImageProcess | undefined>;
  /** A process that is under way; undefined when it has ended or was deleted, or its field was. */
  started(ownerId: string, fieldId: string, id: string): Promise<StartedProcess | undefined>;
  /** Stores that a worker tries to process it. Until then a process waits, and is never given up for waiting. */
  tried(started: Pick<StartedProcess, 'process' | 'run'>): Promise<void>;
  /** Ends a process with its images, counts it and publishes its event. False when it has ended, was begun anew, or its field was deleted. */
  succeed(started: StartedProcess, made: MadeImages): Promise<boolean>;
  /** Ends a process without images. @param reason is shown to the owner. */
  fail(started: Pick<StartedProcess, 'process' | 'run'>, reason: string): Promise<boolean>;
}
