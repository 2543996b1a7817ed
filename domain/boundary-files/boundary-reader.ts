import type { BoundarySet } from './boundary-set.ts';
import type { ConvertedSet } from './converted-set.ts';

export interface UploadedFile {
  /** What the user called it. */
  name: string;
  /** Writes the file to a path of the local disk. False when it is not there. */
  download(path: string): Promise<boolean>;
  /** A file of any kind, of which only the boundaries are read. */
  isAnything?: boolean;
}

/** An upload, unpacked and sorted into sets that are read one after the other, in their order. */
export interface OpenedUpload {
  sets: BoundarySet[];
  /** Whether a file of any kind holds machine data, which is read elsewhere. */
  hasMachineData: boolean;
  read(set: BoundarySet): Promise<ConvertedSet>;
}

/** Opens uploads on the local disk, and tidies up after the work. */
export interface BoundaryReader {
  /** Undefined when the file is not there. */
  open<T>(file: UploadedFile, work: (upload: OpenedUpload) => Promise<T>): Promise<T | undefined>;
}
