import type { ContentKind } from './content-kind.ts';
import type { ConverterFormat } from './converter-format.ts';
import type { BoundaryProblem } from './problem.ts';

/** A file of an upload after unpacking. */
export interface UnpackedFile {
  /** Its path in the upload as the user knows it, such as `farm.zip/north/fields.shp`. */
  name: string;
  /** Its path on disk, with a generated name. */
  path: string;
  bytes: number;
  kind: ContentKind;
}

/** Files that are read together and make one upload entry. */
export interface BoundarySet {
  /** The main file's path in the upload, such as `farm.zip/north/fields.shp`. */
  file: string;
  format: ConverterFormat;
  /** The files by their part in the set (`shp`, `dbf`, ... or a geodatabase's own member names); one `main` for single files. */
  members: Record<string, UnpackedFile>;
  /** The path that a converter opens: a file or, for a geodatabase, a folder. Empty if there is nothing to read. */
  path: string;
  /** Problems found while opening the upload. An error here means that there is nothing to read. */
  problems: BoundaryProblem[];
}
