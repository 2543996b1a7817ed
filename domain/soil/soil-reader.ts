import type { RequestedFile } from '../parser-attempts.ts';
import type { SoilParameters } from './soil-parameters.ts';
import type { SoilReading } from './soil-reading.ts';

/** A zip that holds no soil results that can be read, and what to do about it. */
export interface SoilRefusal {
  key: string;
  message: string;
  /** The entry of the zip, where one is to blame. */
  file?: string;
}

export interface SoilFile {
  /** The user's name of the zip. */
  name: string;
  /** What its sender says of it. */
  parameters?: SoilParameters | undefined;
  /** Writes the zip to a path of the local disk; false if it does not exist. */
  download(path: string): Promise<boolean>;
  /** It may be a file of any kind, of which only soil results are read. */
  isAnything?: boolean;
}

/** Reads zips of soil results that are in memory, in a process apart. */
export interface SoilContentReader {
  /** @param seconds of the request; a zip that takes more each time is refused as `readingTooLong`. @throws Problem 503 `fileNotRead` before that. */
  read(
    file: Pick<SoilFile, 'name' | 'parameters'> & RequestedFile,
    seconds: number,
  ): Promise<SoilReading | { refusal: SoilRefusal }>;
}

/** Reads zips of soil results on the local disk, in a process apart, and removes temporary files afterwards. */
export interface SoilReader {
  /** Undefined if the zip does not exist. Throws what other readers of uploads throw when the process dies or takes too long. */
  read(file: SoilFile): Promise<SoilReading | { refusal: SoilRefusal } | undefined>;
}
