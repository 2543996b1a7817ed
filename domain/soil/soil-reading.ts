import type { Position } from '../geometry/multi-polygon.ts';
import type { SoilHashes } from './batch/soil-copies.ts';
import type { SoilFlag } from './plausibility/soil-flags.ts';

/** What one zip says of soil, as its files say it, with canonical values beside the original ones. */
export interface SoilReading {
  /** Keys of the formats that were recognised, such as `modus1Xml`. */
  formats: string[];
  events: SoilEvent[];
  /** What was left out or is doubtful, with numbers. */
  warnings: SoilWarning[];
  account: SoilAccount;
  /** By which the same content is known again. */
  hashes: SoilHashes;
}

/**
 * What became of the cells with content of all tables, and of the values of all other files, that were read: `cells` is the sum of
 * the others.
 */
export interface SoilAccount {
  /** As the files have them, headings included. */
  cells: number;
  /** Results of samples in `events`. */
  results: number;
  /** Headings, and what was understood of samples, places and the report. */
  metadata: number;
  /** Left out: each is among the `cells` of one warning. */
  warnings: number;
}

/** Samples that were taken on one day from one field, and analysed by one laboratory. */
export interface SoilEvent {
  /** Local day of sampling, `YYYY-MM-DD`; absent if no file says so. */
  date?: string;
  /** Names as the file spells them. */
  grower?: string;
  farm?: string;
  field?: string;
  lab?: SoilLab;
  /** Entries of the zip that the event was read from. */
  files: string[];
  samples: SoilSample[];
}

export interface SoilLab {
  name?: string;
  /** The laboratory's number of its report. */
  reportNumber?: string;
  receivedDate?: string;
  processedDate?: string;
}

/** One sample of one depth at one place. */
export interface SoilSample {
  /** As the file numbers it; unique within its event and depth. */
  id: string;
  /** WGS 84, degrees; null where no file says where the sample was taken. */
  geometry: SoilGeometry | null;
  depth?: SoilDepth;
  results: SoilResult[];
}

export type SoilGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

export interface SoilDepth {
  /** In `unit`, as the file says it. */
  top: number;
  bottom: number;
  /** As the file says it; absent if the file has none, which is a warning. */
  unit?: string;
  /** In centimetres; absent without a unit. */
  centimetres?: { top: number; bottom: number };
}

/** One measured property of a sample. */
export interface SoilResult {
  /** Code of the table of analytes, such as `P`; the file's own name for an analyte that the table lacks. */
  code: string;
  /** Category of the table of analytes; absent for an analyte that the table lacks. */
  category?: string;
  /** A number in `unit`; absent where the value is text, or cannot be. */
  value?: number;
  /** The canonical unit of the analyte; that of the file where the analyte is unknown, or its unit cannot be converted. Absent without a number, or a unit. */
  unit?: string;
  /** Key of the table of methods, such as `mehlich3`; absent if the file says none, or one that the table lacks. */
  method?: string;
  /** Below or above the limit of the measurement. */
  qualifier?: '<' | '>';
  /** What is wrong with the number of the file, if anything. */
  flag?: SoilFlag;
  /** As the file has it. */
  original: SoilOriginal;
}

export interface SoilOriginal {
  name: string;
  value: string;
  unit?: string;
  method?: string;
}

export interface SoilWarning {
  key: string;
  message: string;
  /** The entry of the zip. */
  file?: string;
  /** What was left out, where the warning is about that. */
  cells?: LeftCells;
}

/** Cells that are neither results nor metadata. The message names their columns and rows too. */
export interface LeftCells {
  count: number;
  /** The sheet of a workbook. */
  sheet?: string;
  /** Letters, as programs for tables show them: `C, E-G`. */
  columns: string;
  /** Numbers of the file's rows, from 1: `2-31, 40`. */
  rows: string;
}
