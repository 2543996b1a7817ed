import type { Settings } from '../configuration/configuration.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Operation, OperationArtefact } from '../operations/operation.ts';
import type { ArtefactName } from './artefact.ts';
import type { FileFormat } from './file-format.ts';
import type { PointImage } from './image.ts';
import type { MachineFile } from './machine-file.ts';
import type { OperationType } from './operation-type.ts';
import type { PointPropertyName } from './points/point-properties.ts';
import type { MachineProblem } from './problem.ts';
import type { SetPart } from './sets/machine-set.ts';

export interface StoredUpload {
  /** What the user called it. */
  name: string;
  /** Writes the file to a path of the local disk. False when it is not there. */
  download(path: string): Promise<boolean>;
  /** A part of an upload of any kind: sets that belong elsewhere are left out. */
  isRouted?: boolean;
}

/** One set of an upload, before it is read. */
export interface FoundSet {
  file: string;
  format: FileFormat;
  sizeInBytes: number;
  /** Of its members' content: the same data sent twice has the same. */
  contentHash: string;
  /** What the file takes of the set; all of it unless said. */
  part?: SetPart | undefined;
  /** An error here means that there is nothing to read. */
  problems: MachineProblem[];
  /** The members as a zip of their own. @throws NotMade while it is read, when packing takes too long or too much. */
  pack(): AsyncIterable<Uint8Array>;
}

export interface InspectedUpload {
  sets: FoundSet[];
  problems: MachineProblem[];
}

/** Where images go. */
export interface ImageSink {
  /** @param name of the file, such as `speed.png`. */
  image(name: string, content: Uint8Array, contentType: string): Promise<void>;
}

/** Where results go. */
export interface ResultSink extends ImageSink {
  artefact(name: ArtefactName, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The points for the lake, as a Parquet file that is read if it is wanted. */
  points(content: () => AsyncIterable<Uint8Array>): Promise<void>;
}

/** A field that the ground which a file covers overlaps, and its active boundary. */
export interface TouchedField {
  id: string;
  shape: MultiPolygon;
}

/** Whose file is processed, and how. */
export interface ProcessingOrder {
  settings: Settings;
  ownerName: string;
  svcUserId: string;
  fileId: string;
  ingestId: string;
  provider: string;
  /** What is taken of the set; all of it unless said. */
  part?: SetPart | undefined;
  /** The crop of what was planted or harvested, where the source names none. */
  crop?: string | undefined;
  /** The fields that some ground overlaps by more than the settings ask for. */
  fieldsOn(ground: MultiPolygon): Promise<TouchedField[]>;
  /** Only the points in one of these fields count; all unless said. For files that are made of others. */
  within?: readonly string[] | undefined;
}

/** What processing says of a file: the members of its record that it settles. */
export type ProcessedFile = Pick<MachineFile, 'status' | 'steps' | 'artefacts' | 'problems'> &
  Partial<
    Pick<
      MachineFile,
      | 'fields'
      | 'boxes'
      | 'fieldsTime'
      | 'images'
      | 'outsideFieldCount'
      | 'operationType'
      | 'startTime'
      | 'endTime'
      | 'areaSquareMetres'
      | 'operators'
      | 'isOutOfStandard'
      | 'pointCounts'
      | 'cleanup'
      | 'summary'
      | 'units'
    >
  >;

/** The points of a file in the lake, and its record. */
export interface StoredPoints {
  file: MachineFile;
  /** Writes them to a path of the local disk. False when they are not there. */
  download(path: string): Promise<boolean>;
}

/** What is made one of files. */
export interface CombiningOrder {
  settings: Settings;
  operationType: OperationType;
  /** Only the points in one of these fields count; all unless said. */
  within?: readonly string[] | undefined;
}

/** Where the results of an operation go. */
export interface OperationSink extends ImageSink {
  artefact(name: OperationArtefact, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** What images are drawn of. */
export interface DrawingOrder {
  operationType: OperationType;
  properties: readonly PointPropertyName[];
  /** Of the points as they are shown elsewhere. */
  units: Readonly<Record<string, string>>;
  /** Only the points in one of these fields count; all unless said. */
  within?: readonly string[] | undefined;
  /** Settings whose cleanup rules take out points of abnormal work; all points stay without them. */
  filter?: Settings | undefined;
  /** Also the numbers themselves, as GeoTIFF. */
  withNumbers: boolean;
}

/** What one of the files contributed to an operation. */
export interface CombinedPart {
  fileId: string;
  startTime?: string;
  endTime?: string;
  areaSquareMetres: number;
}

/** What combining files settles of the record of an operation. */
export type CombinedFiles = { parts: CombinedPart[] } & Pick<
  Operation,
  'areaSquareMetres' | 'summary' | 'units' | 'artefacts' | 'images'
> &
  Partial<Pick<Operation, 'startTime' | 'endTime'>>;

/** Opens uploads and sets on the local disk, and tidies up after the work. */
export interface MachineFileEngine {
  /** Undefined when the file is not there. */
  inspect<T>(upload: StoredUpload, work: (found: InspectedUpload) => Promise<T>): Promise<T | undefined>;
  /** Undefined when the file is not there. What is wrong with the file is in the answer; what is thrown is worth another attempt. */
  process(set: StoredUpload, order: ProcessingOrder, sink: ResultSink): Promise<ProcessedFile | undefined>;
  /** Makes one file of the points of several of one kind of work. */
  merge(sources: StoredPoints[], order: ProcessingOrder, sink: ResultSink): Promise<ProcessedFile>;
  /** Makes a field operation of files. Undefined when none of their points lies in the field. @throws NotMade when it takes too long or too much. */
  combine(sources: StoredPoints[], order: CombiningOrder, sink: OperationSink): Promise<CombinedFiles | undefined>;
  /** Draws the points of files that have been made. @throws NotMade when it takes too long or too much. */
  draw(sources: StoredPoints[], order: DrawingOrder, sink: ImageSink): Promise<PointImage[]>;
}
