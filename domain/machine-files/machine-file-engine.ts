import type { Settings } from '../configuration/configuration.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Operation, OperationArtefact, PointRules } from '../operations/operation.ts';
import type { ArtefactName } from './artefact.ts';
import type { FileFormat } from './file-format.ts';
import type { PointImage } from './image.ts';
import type { MachineFile } from './machine-file.ts';
import type { OperationType } from './operation-type.ts';
import type { PointPropertyName } from './points/point-properties.ts';
import type { MachineProblem } from './problem.ts';
import type { SetPart } from './sets/machine-set.ts';
import type { CountedElsewhere } from './summary.ts';

export interface StoredUpload {
  /** The user's name of the file. */
  name: string;
  /** Writes the file to a path of the local disk; false if it does not exist. */
  download(path: string): Promise<boolean>;
  /** Whether the upload may be of any kind: sets that have another reader are left out. */
  isRouted?: boolean | undefined;
}

/** One set of an upload, before it is read. */
export interface FoundSet {
  file: string;
  format: FileFormat;
  sizeInBytes: number;
  /** Hash of its members' content, by which repeated data is recognised. */
  contentHash: string;
  /** The part of the set that becomes the file; all of it by default. */
  part?: SetPart | undefined;
  /** An error here means that there is nothing to read. */
  problems: MachineProblem[];
  /**
   * The members as a zip of their own. @throws NotMade while it is read, if packing takes too long or too much memory,
   * and UnsettledReading if it may be packed when this is called again.
   */
  pack(): AsyncIterable<Uint8Array>;
}

export interface InspectedUpload {
  sets: FoundSet[];
  problems: MachineProblem[];
}

/** Receives images. */
export interface ImageSink {
  /** @param name of the file, such as `speed.png`. */
  image(name: string, content: Uint8Array, contentType: string): Promise<void>;
}

/** Receives results. */
export interface ResultSink extends ImageSink {
  artefact(name: ArtefactName, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The points for the lake as a Parquet file, which is made only if it is read. */
  points(content: () => AsyncIterable<Uint8Array>): Promise<void>;
}

/** A field that overlaps the ground of a file, with its active boundary. */
export interface TouchedField {
  id: string;
  shape: MultiPolygon;
}

/** The user, settings and options with which a file is processed. */
export interface ProcessingOrder {
  settings: Settings;
  ownerName: string;
  svcUserId: string;
  fileId: string;
  ingestId: string;
  provider: string;
  /** The part of the set to read; all of it by default. */
  part?: SetPart | undefined;
  /** The crop that was planted or harvested, if the source names none. */
  crop?: string | undefined;
  /** When the file was received: its records cannot be later. */
  receivedTime?: string | undefined;
  /** The fields that overlap a ground by more than the threshold of the settings. */
  fieldsOn(ground: MultiPolygon): Promise<TouchedField[]>;
  /** Keep only the points in these fields; all points by default. For files that are made of others. */
  within?: readonly string[] | undefined;
}

/** The way that a machine went and the fuel that it used, in metres and litres; each absent where the points do not say so. */
export interface MachineUse {
  distanceMetres?: number;
  fuelLitres?: number;
}

/** The members of a file's record that processing sets, and what else is known of its machines. */
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
      | 'readerVersion'
      | 'pointCounts'
      | 'cleanup'
      | 'summary'
      | 'units'
    >
  > & { machineUse?: MachineUse };

/** A file with its points in the lake. */
export interface StoredPoints {
  file: MachineFile;
  /**
   * Writes an object with the points to a path of the local disk, which may have points of other files too; false if
   * they do not exist.
   */
  download(path: string): Promise<boolean>;
  /** Key of the object, which several sources may share; undefined if the points do not exist. */
  key?(): Promise<string | undefined>;
}

/** The settings and options for combining files. */
export interface CombiningOrder {
  settings: Settings;
  operationType: OperationType;
  /** Keep only the points in these fields; all points by default. */
  within?: readonly string[] | undefined;
}

/** Receives the results of an operation. */
export interface OperationSink extends ImageSink {
  artefact(name: OperationArtefact, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** The settings and options for drawing images. */
export interface DrawingOrder {
  operationType: OperationType;
  properties: readonly PointPropertyName[];
  /** The units in which points are shown elsewhere. */
  units: Readonly<Record<string, string>>;
  /** Draw only the points in these fields; all points by default. */
  within?: readonly string[] | undefined;
  /** Settings whose cleanup rules remove points of abnormal work; without them all points stay. */
  filter?: PointRules | undefined;
  /** Leave out records that count in a later export: for operations. The outputs of a file have all of its records. */
  countsOnce?: boolean | undefined;
  /** Whether to write the numbers as GeoTIFF too. */
  withNumbers: boolean;
}

/** The settings and options for writing layers of points. Points that the rules of `filter` would remove are in them, and say why they are hidden. */
export type LayersOrder = Omit<DrawingOrder, 'withNumbers'>;

/** The settings and options for writing points of processed files as GeoJSON. */
export interface WritingOrder
  extends Pick<DrawingOrder, 'operationType' | 'units' | 'within' | 'filter' | 'countsOnce'> {
  /** In the order of the source of the only file, instead of time. */
  bySource?: boolean;
}

/** The set and the part of it that are read. */
export interface RawOrder {
  part?: SetPart | undefined;
}

/** The files whose records are compared. */
export interface CountingOrder {
  operationType: OperationType;
  /** Those of the sources that get new marks, each under an ingest of its own. */
  targets: { fileId: string; ingestId: string }[];
}

/** Receives the points of files whose marks have changed, as Parquet files for the lake. */
export interface CountingSink {
  counted(fileId: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** What counts in other files instead. */
export interface RecordsCounted {
  fileId: string;
  /** Whether its points have other marks than before. */
  isChanged: boolean;
  countedElsewhere: CountedElsewhere[];
}

/** Receives the content of one output. */
export interface OutputSink {
  output(content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** The contribution of one file to an operation. */
export interface CombinedPart {
  fileId: string;
  startTime?: string;
  endTime?: string;
  areaSquareMetres: number;
}

/** The members of an operation's record that combining files sets. */
export type CombinedFiles = { parts: CombinedPart[] } & Pick<
  Operation,
  'areaSquareMetres' | 'summary' | 'units' | 'artefacts' | 'images'
> &
  Partial<Pick<Operation, 'startTime' | 'endTime'>>;

/** Reads uploads and sets on the local disk, and removes temporary files afterwards. */
export interface MachineFileEngine {
  /** Undefined if the file does not exist. */
  inspect<T>(upload: StoredUpload, work: (found: InspectedUpload) => Promise<T>): Promise<T | undefined>;
  /** Undefined if the file does not exist. Problems of the file are in the result; thrown errors are worth a retry. */
  process(set: StoredUpload, order: ProcessingOrder, sink: ResultSink): Promise<ProcessedFile | undefined>;
  /** Makes one file of the points of several files of one kind of work. */
  merge(sources: StoredPoints[], order: ProcessingOrder, sink: ResultSink): Promise<ProcessedFile>;
  /**
   * Makes a field operation of files. Undefined if none of their points is in the field. @throws NotMade if it takes
   * too long or too much memory.
   */
  combine(sources: StoredPoints[], order: CombiningOrder, sink: OperationSink): Promise<CombinedFiles | undefined>;
  /**
   * Marks the records of files that later exports have as well. @param sources in the order of export, the last one first. @throws NotMade if it takes
   * too long or too much memory.
   */
  countOnce(sources: StoredPoints[], order: CountingOrder, sink: CountingSink): Promise<RecordsCounted[]>;
  /** Writes the points of processed files as GeoJSON. @throws NotMade if it takes too long or too much memory. */
  write(sources: StoredPoints[], order: WritingOrder, sink: OutputSink): Promise<void>;
  /**
   * Writes the points of a set as its source has them, as GeoJSON. Undefined if the file does not exist. @throws NotMade
   * if the set is not read.
   */
  writeRaw(set: StoredUpload, order: RawOrder, sink: OutputSink): Promise<true | undefined>;
  /**
   * Writes a layer of the points of processed files for each property, as `{property}.layer`. @throws NotMade if it takes too long or too much
   * memory.
   */
  writeLayers(sources: StoredPoints[], order: LayersOrder, sink: ImageSink): Promise<void>;
  /** Draws the points of processed files. @throws NotMade if it takes too long or too much memory. */
  draw(sources: StoredPoints[], order: DrawingOrder, sink: ImageSink): Promise<PointImage[]>;
}
