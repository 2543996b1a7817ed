import type { PlanetFile } from '../planet/planet.ts';
import type { StoredSatelliteField } from '../satellite-field.ts';
import type { ImageProcess } from './image-process.ts';

/** A running process, with its field and order. */
export interface StartedProcess {
  process: ImageProcess;
  /** The number of times it was started; results of an earlier run are refused. */
  run: number;
  field: StoredSatelliteField;
  /** The order of a scene of Planet, once it was placed. */
  order?: PlacedOrder;
  /** The delivered files of the order, with links that expire. */
  files?: PlanetFile[];
  /** How often expired links were renewed in this run. */
  renewals: number;
}

/** An order of one scene. */
export interface PlacedOrder {
  id: string;
  /** 1 for the first order of the scene; more if an earlier order failed or its files were gone. */
  number: number;
  /** The run of the process in which it was made. */
  run: number;
  /** Milliseconds since 1970. */
  orderedAt: number;
}

/** The result that a process ends with. */
export type MadeImages = Required<Pick<ImageProcess, 'coverage' | 'images' | 'statistics'>> &
  Pick<ImageProcess, 'clouds' | 'bounds' | 'offset'>;

/** Reads and writes processes for workers. */
export interface ProcessStore {
  /** Stores a new process. False when the field has it already, or has been deleted. */
  create(process: ImageProcess): Promise<boolean>;
  get(ownerId: string, fieldId: string, id: string): Promise<ImageProcess | undefined>;
  /** A running process; undefined when it has ended or was deleted, or its field was. */
  started(ownerId: string, fieldId: string, id: string): Promise<StartedProcess | undefined>;
  /** Records that a worker tries to process it. A process that no worker has tried only waits, and does not fail for it. */
  tried(started: Pick<StartedProcess, 'process' | 'run'>): Promise<void>;
  /**
   * Ends a process with its images, counts it and publishes its event. False when it has ended, was restarted, or its field was deleted.
   *
   * @param shapeKey the object with a copy of the field's ground, which stays with the usage fact.
   */
  succeed(started: StartedProcess, made: MadeImages, shapeKey: string): Promise<boolean>;
  /** Ends a process without images. @param reason is shown to the owner. */
  fail(started: Pick<StartedProcess, 'process' | 'run'>, reason: string): Promise<boolean>;
}
