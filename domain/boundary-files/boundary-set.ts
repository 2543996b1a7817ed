import type { ContentKind } from './content-kind.ts';
import type { ConverterFormat } from './converter-format.ts';
import type { BoundaryProblem } from './problem.ts';

/** A file of an upload after unpacking. */
export interface UnpackedFile {
  /** Its place in the upload as the user knows it, such as `farm.zip/north/fields.shp`. */
  name: string;
  /** Where it lies on disk, under a generated name. */
  path: string;
  bytes: number;
  kind: ContentKind;
}

/** Files that are read together: one upload entry each. Plain data. */
export interface BoundarySet {
  /** The main file's place in the upload, such as `farm.zip/north/fields.shp`. */
  file: string;
  format: ConverterFormat;
  /** The files by their part in the set (`shp`, `dbf`, ... or a geodatabase's own member names); one `main` for single files. */
  members: Record<string, UnpackedFile>;
  /** Where a converter opens it: a file or, for a geodatabase, a folder. Empty when there is nothing to read. */
  path: string;
  /** What opening the upload found. An error here means that there is nothing to read. */
  problems: BoundaryProblem[];
}
