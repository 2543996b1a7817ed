import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import type { RawEvent, RawPlaces } from '../../domain/soil/raw-reading.ts';
import type { WarningLog } from '../../domain/soil/reading-problems.ts';
import type { SoilParameters } from '../../domain/soil/soil-parameters.ts';
import type { SoilAccount } from '../../domain/soil/soil-reading.ts';

/** A file of the zip with its beginning, by which formats are told apart. */
export interface SoilSource extends UnpackedFile {
  /** The first bytes as text. */
  head: string;
  /** The very first bytes as Latin 1. */
  bytesOfHead: string;
}

/** What a format needs while it reads. */
export interface SoilReadingContext {
  log: WarningLog;
  parameters: SoilParameters;
  /** The headings of `parameters.columns` that were found. */
  usedColumns: Set<string>;
  /** All files of the zip, for formats of several. */
  files: SoilSource[];
}

/** What one file says. */
export interface FileReading {
  events: RawEvent[];
  places?: RawPlaces[];
  /** What was read of the file. Results of samples are counted in the end, since copies are left out. */
  account: Pick<SoilAccount, 'cells' | 'metadata'>;
}

/** A format of soil results: a row of the table of formats. */
export interface SoilFormat {
  key: string;
  /** Whether a file has this format, by its content. */
  recognises(file: SoilSource, parameters: SoilParameters): boolean;
  /** @throws SoilRefused if the file cannot be read. */
  read(file: SoilSource, context: SoilReadingContext): Promise<FileReading>;
}
