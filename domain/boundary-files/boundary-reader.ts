import type { BoundarySet } from './boundary-set.ts';
import type { ConvertedSet } from './converted-set.ts';

export interface UploadedFile {
  /** The user's name of the file. */
  name: string;
  /** Writes the file to a path of the local disk; false if it does not exist. */
  download(path: string): Promise<boolean>;
  /** The file may be of any kind; only its boundaries are read. */
  isAnything?: boolean;
}

/** An upload, unpacked and sorted into sets that are read in order. */
export interface OpenedUpload {
  sets: BoundarySet[];
  /** Whether a file of any kind holds machine data, which has a reader of its own. */
  hasMachineData: boolean;
  /** The same for soil results. */
  hasSoilResults: boolean;
  read(set: BoundarySet): Promise<ConvertedSet>;
}

/** Opens uploads on the local disk, and removes temporary files afterwards. */
export interface BoundaryReader {
  /** Undefined if the file does not exist. */
  open<T>(file: UploadedFile, work: (upload: OpenedUpload) => Promise<T>): Promise<T | undefined>;
}
